/**
 * What one task takes of a program: time, CPU, memory.
 *
 * @module
 */
import { cpuOf, privateBytes } from './processes.ts'

/** A program under measurement. */
export type Measured = {
  /** The process that started all others of it. */
  pid: number
  /** Processes whose memory counts. */
  holders: () => number[]
  /** Rids it of garbage, so that what it holds afterwards is what it needs. Where that can be done. */
  settle?: () => Promise<void>
}

export type Usage = {
  wallSeconds: number
  /** User and system time of all its processes, from call to end. */
  cpuSeconds: number
  /** The same of this process: the node that serves blocks is in it. */
  besideSeconds: number
}

/** Runs `task` and leaves it alone. */
export async function usage(
  { pid, settle }: Measured,
  task: () => Promise<unknown>,
): Promise<Usage> {
  await settle?.()
  const beside = process.cpuUsage()
  const cpu = cpuOf(pid)
  const start = performance.now()
  await task()
  const wallSeconds = (performance.now() - start) / 1000
  const cpuSeconds = cpuOf(pid) - cpu
  const { user, system } = process.cpuUsage(beside)
  return { wallSeconds, cpuSeconds, besideSeconds: (user + system) / 1e6 }
}

/** Often enough to see every batch of a refresh. */
const sampleMs = 50

/** What processes hold together, in bytes. */
export const held = (holders: readonly number[]): number =>
  holders.reduce((sum, each) => sum + privateBytes(each), 0)

/**
 * The most that is held at a time while `task` runs above what was held before it, in bytes.
 *
 * Looking stops the program for milliseconds each time: it is not to be timed meanwhile.
 */
export async function peakMemory(
  { holders, settle }: Measured,
  task: () => Promise<unknown>,
): Promise<number> {
  // A password's hash takes more memory than a refresh: what is left of it is not held idly.
  await settle?.()
  const idle = held(holders())
  let peak = idle
  const look = () => (peak = Math.max(peak, held(holders())))
  const timer = setInterval(look, sampleMs)
  try {
    await task()
    look()
    return peak - idle
  } finally {
    clearInterval(timer)
  }
}
