/**
 * One refresh, until it ends or is cancelled.
 *
 * @module
 */

/** A refresh was cancelled. It is not visible to callers. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/** Cancels pending waits at once. */
export class Run {
  #isCancelled = false
  #end!: (reason: Cancelled) => void
  readonly #ended: Promise<never>

  constructor() {
    this.#ended = new Promise((_, reject) => (this.#end = reject))
    this.#ended.catch(() => undefined)
  }

  cancel(): void {
    this.#isCancelled = true
    this.#end(new Cancelled())
  }

  /** @throws Cancelled */
  check(): void {
    if (this.#isCancelled) throw new Cancelled()
  }

  /** The result of `work`. @throws Cancelled as soon as the run is cancelled, even if the work goes on. */
  until<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#ended])
  }
}
