/**
 * One program at a time on a private chain: two nodes on one database would spoil it.
 *
 * @module
 */
import { execFileSync } from 'node:child_process'
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
  const patientUntil = performance.now() + patienceMs
  while (runs(claim.node, folder)) {
    signal(claim.node, performance.now() < patientUntil ? 'SIGTERM' : 'SIGKILL')
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** How long a node may take to end in order; its database survives being killed. */
const patienceMs = 30_000

/** Claims the chain in `folder` for this program and its node. */
export const claim = (folder: string, node: number) =>
  writeFileSync(fileIn(folder), JSON.stringify({ program: process.pid, node } satisfies Claim))

/** Gives it back. */
export const release = (folder: string) => rmSync(fileIn(folder), { force: true })

function readClaim(folder: string): Claim | undefined {
  try {
    const { program, node } = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Partial<Claim>
    return isPid(program) && isPid(node) ? { program, node } : undefined
  } catch {
    // None, or cut short by the end of the machine: then nothing of it runs either.
    return undefined
  }
}

// Zero and below name groups of processes.
const isPid = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0

/** Whether a process runs, and not another one that was given its number since. */
const runs = (pid: number, word: string): boolean => signal(pid, 0) && commandOf(pid).includes(word)

/** Whether there is a process of ours that a signal reached. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    // It has ended, or is somebody else's.
    return false
  }
}

function commandOf(pid: number): string {
  try {
    if (existsSync('/proc/self/cmdline')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'args=', '-p', `${pid}`], { encoding: 'utf8' })
  } catch {
    // It ended between the two questions.
    return ''
  }
}
