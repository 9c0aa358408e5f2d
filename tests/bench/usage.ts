/**
 * Resource usage of a program for one task: time, CPU, memory.
 *
 * @module
 */
import { cpuOf, privateBytes } from './processes.ts'

/** A program under measurement. */
export type Measured = {
  /** The root process of the program. */
  pid: number
  /** Processes whose memory is measured. */
  holders: () => number[]
  /** Collects garbage before a memory measurement, if the program supports it. */
  settle?: () => Promise<void>
}

export type Usage = {
  wallSeconds: number
  /** User and system time of all its processes, from call to end. */
  cpuSeconds: number
  /** CPU time of this process, which contains the node that serves blocks. */
  besideSeconds: number
}

/** Measures `task` without disturbing it. */
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

/** Short enough to sample every batch of a refresh. */
const sampleMs = 50

/** Total memory of the processes, in bytes. */
export const held = (holders: readonly number[]): number =>
  holders.reduce((sum, each) => sum + privateBytes(each), 0)

/**
 * Peak memory during `task` above the memory before it, in bytes.
 *
 * Each sample stops the program for milliseconds, so the task must not be timed at the same time.
 */
export async function peakMemory(
  { holders, settle }: Measured,
  task: () => Promise<unknown>,
): Promise<number> {
  // A password hash takes more memory than a refresh, so its garbage is collected first.
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
