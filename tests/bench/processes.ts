/**
 * Resource usage of a program and its child processes on Linux.
 *
 * @module
 * @see proc(5): /proc/PID/stat, /proc/PID/status, /proc/PID/smaps_rollup
 */
import { errorCode } from '../../server/process/error-code.ts'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

type Process = { pid: number; parent: number; command: string }

/** The process and its current descendants. */
export function family(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => stat(Number(name)) ?? [])
  const found = new Set([root])
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return all.filter(({ pid }) => found.has(pid))
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** Undefined for a process that has ended. Times include ended children that were waited for. */
function stat(pid: number): (Process & { cpuSeconds: number }) | undefined {
  const text = read(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  // The command is in parentheses and may contain any character.
  const rest = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const command = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
  const [user, system, endedUser, endedSystem] = rest.slice(11, 15).map(Number)
  const ticks = user! + system! + endedUser! + endedSystem!
  return { pid, parent: Number(rest[1]), command, cpuSeconds: ticks / ticksPerSecond }
}

/** User and system time of a process and its descendants so far, in seconds. */
export const cpuOf = (root: number): number =>
  family(root).reduce((sum, { pid }) => sum + (stat(pid)?.cpuSeconds ?? 0), 0)

/** Memory of the process alone, in bytes: private pages, clean and dirty. */
export function privateBytes(pid: number): number {
  const text = read(`/proc/${pid}/smaps_rollup`) ?? ''
  const sizes = [...text.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB/gm)]
  return sizes.reduce((sum, [, kib]) => sum + 1024 * Number(kib), 0)
}

/** Pages of the process in memory, shared ones included, in bytes: now, and the most so far. */
export function residentBytes(pid: number): { now: number; peak: number } {
  const text = read(`/proc/${pid}/status`) ?? ''
  const bytes = (name: string) => {
    const [, kib = 0] = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text) ?? []
    return 1024 * Number(kib)
  }
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') }
}

/** Arguments of a process, also split at spaces, because Chromium joins its own with spaces. */
export const argumentsOf = (pid: number): string[] =>
  (read(`/proc/${pid}/cmdline`) ?? '').split(/[\0 ]/)

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
