/**
 * What the samples of a program say: whether its memory grows, and whether it loses workers or handles.
 *
 * @module
 */

/** What a program held at one time. */
export type Sample = {
  /** Since the start of the run. */
  atMs: number
  /** Memory of the process, or of all renderers of a browser. */
  bytes: number
  workers: number
  /** Timers, sockets and other handles of a Node program; listeners of a page. */
  handles: number
}

export type Verdict = {
  /** Of the line through the lows, at the end of the warm-up and at the end of the run. */
  startBytes: number
  endBytes: number
  /** As a share of the memory at the start: 0.05 is 5 %. */
  growth: number
  mostBytes: number
  /** Lows of the first and the last quarter after the warm-up. */
  workers: [number, number]
  handles: [number, number]
  /** What is wrong; empty where nothing is. */
  problems: string[]
}

/** Growth of memory that is no leak. */
export const mostGrowth = 0.05

/** Handles that come and go: connections that are kept for the next request. A leak in each round has hundreds. */
const mostHandles = 8

/**
 * Parts of the time after the warm-up. Garbage comes and goes within each, so its lowest memory is what the program
 * needs.
 */
const parts = 12

/**
 * Judges the samples after the warm-up.
 *
 * @throws {RangeError} If a part of the time has no sample.
 */
export function verdictOf(samples: readonly Sample[], warmUpMs: number): Verdict {
  const judged = samples.filter(({ atMs }) => atMs >= warmUpMs)
  const memory = split(judged, parts).map((part) => lowest(part, 'bytes'))
  const at = line(memory)
  const [start, end] = [at(judged[0]!.atMs), at(judged.at(-1)!.atMs)]
  const growth = (end - start) / start
  const quarters = split(judged, 4)
  const lows = (what: 'workers' | 'handles'): [number, number] => [
    lowest(quarters[0]!, what).value,
    lowest(quarters[3]!, what).value,
  ]
  const [workers, handles] = [lows('workers'), lows('handles')]
  const problems = [
    ...(growth >= mostGrowth ? [`memory grows by ${percent(growth)}`] : []),
    ...(workers[1] > workers[0] ? [`workers: first ${workers.join(', then ')}`] : []),
    ...(handles[1] > handles[0] + mostHandles ? [`handles: first ${handles.join(', then ')}`] : []),
  ]
  const mostBytes = Math.max(...samples.map(({ bytes }) => bytes))
  return { startBytes: start, endBytes: end, growth, mostBytes, workers, handles, problems }
}

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`

/** Equal parts of the time from the first to the last sample. */
function split(samples: readonly Sample[], count: number): Sample[][] {
  const [first, last] = [samples[0]?.atMs ?? 0, samples.at(-1)?.atMs ?? 0]
  const ms = (last - first) / count
  const found = Array.from({ length: count }, (): Sample[] => [])
  for (const sample of samples)
    found[Math.min(count - 1, Math.floor((sample.atMs - first) / ms))]?.push(sample)
  if (found.some((part) => part.length === 0))
    throw new RangeError(`expected samples in each of ${count} parts of the time, got too few`)
  return found
}

type Point = { atMs: number; value: number }

function lowest(samples: readonly Sample[], what: 'bytes' | 'workers' | 'handles'): Point {
  const low = samples.reduce((low, each) => (each[what] < low[what] ? each : low))
  return { atMs: low.atMs, value: low[what] }
}

/** The line of least squares: its value at a time. */
function line(points: readonly Point[]): (atMs: number) => number {
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const middle = { atMs: mean(points.map((p) => p.atMs)), value: mean(points.map((p) => p.value)) }
  let [rise, run] = [0, 0]
  for (const { atMs, value } of points) {
    rise += (atMs - middle.atMs) * (value - middle.value)
    run += (atMs - middle.atMs) ** 2
  }
  return (atMs) => middle.value + (rise / run) * (atMs - middle.atMs)
}
