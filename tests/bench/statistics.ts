/**
 * What many samples come to.
 *
 * @module
 */

/** The sample below which `share` of them lie. @param share - 0.5 is the median. */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('no samples')
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** The median, or null where nothing was measured. */
export const medianOf = (samples: readonly number[]): number | null =>
  samples.length > 0 ? median(samples) : null

/** The least, or null where nothing was measured; for what other work on the machine only adds to. */
export const leastOf = (samples: readonly number[]): number | null =>
  samples.length > 0 ? Math.min(...samples) : null

/** The mean, or null where nothing was measured; for what a coarse clock counts. */
export const meanOf = (samples: readonly number[]): number | null =>
  samples.length > 0 ? samples.reduce((sum, each) => sum + each, 0) / samples.length : null
