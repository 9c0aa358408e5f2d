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
  /** The most it held at a time above what it held before the task, in bytes. */
  peakBytes: number
}

/** Often enough to see every batch of a refresh, rarely enough to cost next to nothing. */
const sampleMs = 100

/** What processes hold together, in bytes. */
export const held = (holders: readonly number[]): number =>
  holders.reduce((sum, each) => sum + privateBytes(each), 0)

/** Runs `task` and looks on. */
export async function usage(
  { pid, holders, settle }: Measured,
  task: () => Promise<unknown>,
): Promise<Usage> {
  // A password's hash takes more memory than a refresh: what is left of it is not held idly.
  await settle?.()
  const idle = held(holders())
  let peak = idle
  const look = () => (peak = Math.max(peak, held(holders())))
  const timer = setInterval(look, sampleMs)
  try {
    const cpu = cpuOf(pid)
    const start = performance.now()
    await task()
    const wallSeconds = (performance.now() - start) / 1000
    const cpuSeconds = cpuOf(pid) - cpu
    look()
    return { wallSeconds, cpuSeconds, peakBytes: peak - idle }
  } finally {
    clearInterval(timer)
  }
}
