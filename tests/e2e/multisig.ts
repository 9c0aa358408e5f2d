/**
 * Members of a shared wallet at their screens: what one shows, the others are given.
 *
 * @module
 */
import { expect } from 'vitest'
import type { ChromiumScreen } from './chromium.ts'
import { pageOf } from './console.ts'
import { without } from '../support/multisig/group-keys.ts'

/** The message that a member is to give away, once it is on screen. */
export async function shownMessage(screen: ChromiumScreen): Promise<string> {
  await screen.see('Copy message', 60_000)
  const [text = ''] = await screen.read('main .text')
  return text
}

/** Pastes what others showed. */
export async function paste(screen: ChromiumScreen, label: string, texts: readonly string[]) {
  await screen.fill(label, texts.join('\n'))
  await screen.press('Add it')
}

/** Each is given what all others show, and says so. */
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

/** Saves the message on screen. @returns Where its file is. */
export async function savedMessage(screen: ChromiumScreen): Promise<string> {
  await screen.see('Save as file', 60_000)
  const download = pageOf(screen).waitForEvent('download')
  await screen.press('Save as file')
  return (await download).path()
}

/** Takes the file in. */
export const takeFile = (screen: ChromiumScreen, path: string) =>
  pageOf(screen).getByLabel('Or files', { exact: true }).setInputFiles(path)

/** Nothing is wider than a telephone. */
export async function fitsNarrow(screen: ChromiumScreen, name: string) {
  await screen.narrow(async () => {
    await screen.shoot(`shared-narrow-${name}`)
    const overflow = 'document.documentElement.scrollWidth > innerWidth'
    expect(await screen.run(overflow), name).toBe(false)
  })
}
