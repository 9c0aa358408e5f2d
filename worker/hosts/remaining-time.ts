/**
 * Remaining time of a sync, estimated from its recent speed.
 *
 * @module
 */

/** Samples older than this are not used: the speed may have changed. */
const windowMs = 30_000
/** Shorter measurements are too inaccurate. */
const leastMs = 2_000

type Sample = { atMs: number; height: bigint }

export class RemainingTime {
  #samples: Sample[] = []

  /**
   * Seconds from `height` to `target`; undefined while the speed is not known.
   *
   * @param atMs - Current time of a monotonic clock.
   */
  estimate(atMs: number, height: bigint, target: bigint): number | undefined {
    // Blocks were detached: earlier measurements are void.
    if (height < (this.#samples.at(-1)?.height ?? 0n)) this.#samples = []
    this.#samples.push({ atMs, height })
    while (this.#samples.length > 2 && this.#samples[1]!.atMs <= atMs - windowMs)
      this.#samples.shift()
    if (height >= target) return 0

    const first = this.#samples[0]!
    const elapsedMs = atMs - first.atMs
    const blocks = Number(height - first.height)
    if (elapsedMs < leastMs || blocks === 0) return undefined
    return Math.ceil(((Number(target - height) / blocks) * elapsedMs) / 1000)
  }
}
