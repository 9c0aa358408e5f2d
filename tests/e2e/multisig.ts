/**
 * Members of a shared wallet at their screens: messages of one are pasted at the others.
 *
 * @module
 */
import type { ChromiumScreen } from './chromium.ts'
import { pageOf } from './console.ts'
import { without } from '../support/multisig/group-keys.ts'

/** The message that a member is asked to send, once it is on screen. */
export async function shownMessage(screen: ChromiumScreen): Promise<string> {
  await screen.see('Copy message', 60_000)
  const [text = ''] = await screen.read('main .text')
  return text
}

/** Pastes messages of other members. */
export async function paste(screen: ChromiumScreen, label: string, texts: readonly string[]) {
  await screen.fill(label, texts.join('\n'))
  await screen.press('Import')
}

/** Pastes the messages of all others at each member, and waits for the text `done`. */
export async function exchange(
  members: readonly ChromiumScreen[],
  label: string,
  done: string,
): Promise<string[]> {
  const texts: string[] = []
  for (const member of members) texts.push(await shownMessage(member))
  for (const [i, member] of members.entries()) {
    await paste(member, label, without(texts, i))
    await member.see(done)
  }
  return texts
}

/** Saves the message on screen. @returns The path of the file. */
export async function savedMessage(screen: ChromiumScreen): Promise<string> {
  await screen.see('Save as file', 60_000)
  const download = pageOf(screen).waitForEvent('download')
  await screen.press('Save as file')
  return (await download).path()
}

/** Imports a file. */
export const takeFile = (screen: ChromiumScreen, path: string) =>
  pageOf(screen).getByLabel('Or choose files', { exact: true }).setInputFiles(path)
