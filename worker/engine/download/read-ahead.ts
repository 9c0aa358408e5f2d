/**
 * How far requests for blocks run ahead of the blocks that are applied.
 *
 * The time of a request must not show what was found in the answers before. So a request waits for commits only when
 * many bytes are held, and then until a time on a fixed grid.
 *
 * @module
 */
import type { Clock } from '../base/ports.ts'

/** Bytes of blocks that are held before they are applied. At least two answers are. */
const mostHeldBytes = 32 * 1024 * 1024

/** Milliseconds between the times at which a request that waited for commits is sent. */
const waitStepMs = 250

type Held = { bytes: number; applied: Promise<unknown> }

/** The answers of one refresh that are not applied yet. */
export class ReadAhead {
  readonly #clock: Clock
  readonly #startedMs: number
  /** Oldest first. */
  readonly #held: Held[] = []

  constructor(clock: Clock) {
    this.#clock = clock
    this.#startedMs = clock.monotonicMs()
  }

  /** Adds the next answer. `applied` resolves when its blocks and all before are applied. */
  add(answer: Held): void {
    this.#held.push(answer)
  }

  /** Resolves when the next answer may be requested. @throws As applying blocks does. */
  async makeRoom(): Promise<void> {
    let bytes = this.#held.reduce((sum, held) => sum + held.bytes, 0)
    if (bytes <= mostHeldBytes || this.#held.length === 1) return
    while (bytes > mostHeldBytes && this.#held.length > 1) {
      const oldest = this.#held.shift()!
      await oldest.applied
      bytes -= oldest.bytes
    }
    const elapsedMs = this.#clock.monotonicMs() - this.#startedMs
    await this.#clock.sleep(waitStepMs - (elapsedMs % waitStepMs))
  }
}
