/**
 * One program at a time on a private chain: two nodes on one database would spoil it.
 *
 * @module
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './program.ts'

/** Who uses a folder: the program, and the node it started. */
type Claim = { program: number; node: number }

const fileIn = (folder: string) => join(folder, 'in-use.json')

/**
 * Makes sure that nothing runs on the chain in `folder`. A node whose program was killed is ended.
 *
 * @throws Failure when another program uses it.
 */
export async function takeOver(folder: string): Promise<void> {
  const claim = readClaim(folder)
  if (!claim) return
  if (runs(claim.program, 'nightjar'))
    throw new Failure(
      `process ${claim.program} uses the private chain in ${folder}; give another --data-dir`,
    )
  while (runs(claim.node, folder)) {
    process.kill(claim.node, 'SIGTERM')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Claims the chain in `folder` for this program and its node. */
export const claim = (folder: string, node: number) =>
  writeFileSync(fileIn(folder), JSON.stringify({ program: process.pid, node } satisfies Claim))

/** Gives it back. */
export const release = (folder: string) => rmSync(fileIn(folder), { force: true })

function readClaim(folder: string): Claim | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Claim
  } catch {
    // None, or cut short by the end of the machine: then nothing of it runs either.
    return undefined
  }
}

/** Whether a process runs, and not another one that was given its number since. */
function runs(pid: number, word: string): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  // Elsewhere than on Linux the number must do.
  return !existsSync('/proc/self/cmdline') || commandOf(pid).includes(word)
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    // It ended between the two questions.
    return ''
  }
}
