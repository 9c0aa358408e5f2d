/**
 * Lets others have a turn during long work on the engine's own thread.
 *
 * @module
 */
import type { Clock } from './ports.ts'

/** Longer than this no read waits. */
const breathMs = 2
const smallest = 4
const largest = 1024

/** How much to do before others get a turn: measured, since machines differ by a hundredfold. */
export class TimeSlice {
  /** Things to do in one go, where that can be chosen. */
  size = 32
  readonly #clock: Clock
  #pausedMs: number
  #pieceMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#pausedMs = this.#pieceMs = clock.monotonicMs()
  }

  /** Call after each piece: sizes the next one, and lets others have a turn when it is time. */
  async pause(): Promise<void> {
    let nowMs = this.#clock.monotonicMs()
    const tookMs = nowMs - this.#pieceMs
    if (tookMs < breathMs / 4) this.size = Math.min(this.size * 2, largest)
    if (tookMs > breathMs) this.size = Math.max(this.size >> 1, smallest)
    if (nowMs - this.#pausedMs >= breathMs) {
      await this.#clock.sleep(0)
      this.#pausedMs = nowMs = this.#clock.monotonicMs()
    }
    this.#pieceMs = nowMs
  }
}

/** Pieces of `items`, of as many as `timeSlice` takes in one go; it pauses behind each. */
export async function* inPieces<T>(timeSlice: TimeSlice, items: readonly T[]): AsyncGenerator<T[]> {
  for (let at = 0; at < items.length;) {
    const piece = items.slice(at, at + timeSlice.size)
    yield piece
    at += piece.length
    await timeSlice.pause()
  }
}

/** One for each of `items`; `timeSlice` pauses behind each, since one alone may take long. */
export async function mapInSlices<A, B>(
  timeSlice: TimeSlice,
  items: readonly A[],
  each: (item: A, i: number) => B,
): Promise<B[]> {
  const made: B[] = []
  for (const [i, item] of items.entries()) {
    made.push(each(item, i))
    await timeSlice.pause()
  }
  return made
}

/** The result of work that is done in steps; `timeSlice` pauses behind each. */
export async function finishInSlices<T>(
  timeSlice: TimeSlice,
  steps: Generator<void, T>,
): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await timeSlice.pause()
  }
}

/** The result of the same work without pauses. */
export function finish<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
