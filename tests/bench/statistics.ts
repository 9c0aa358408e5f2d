/**
 * Summarises samples.
 *
 * @module
 */

/** The sample below which a `share` of the samples lies. @param share - 0.5 is the median. */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new Error('no samples')
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** The median, or null without samples. */
export const medianOf = (samples: readonly number[]): number | null =>
  samples.length > 0 ? median(samples) : null

/** The minimum, or null without samples; for times that other load only increases. */
export const leastOf = (samples: readonly number[]): number | null =>
  samples.length > 0 ? Math.min(...samples) : null

/** The mean, or null without samples; for times of a coarse clock. */
export const meanOf = (samples: readonly number[]): number | null =>
  samples.length > 0 ? samples.reduce((sum, each) => sum + each, 0) / samples.length : null
