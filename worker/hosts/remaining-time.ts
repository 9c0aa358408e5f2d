/**
 * How long a sync will still take, from how fast it went of late.
 *
 * @module
 */

/** Progress older than this says little about the speed now. */
const windowMs = 30_000
/** Less than this says nothing yet. */
const leastMs = 2_000

type Sample = { atMs: number; height: bigint }

export class RemainingTime {
  #samples: Sample[] = []

  /**
   * Seconds from `height` to `target`; undefined while the speed is not known.
   *
   * @param atMs - Now, on a clock that never goes back.
   */
  estimate(atMs: number, height: bigint, target: bigint): number | undefined {
    // Blocks were taken back: what was measured before does not count.
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
