/**
 * One refresh, from beginning to end or to its cancellation.
 *
 * @module
 */

/** A refresh was told to end; never seen outside. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/** Ends what waits in it at once when it is cancelled. */
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

  /** What `work` gives. @throws Cancelled as soon as the run is, whatever becomes of the work. */
  until<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#ended])
  }
}
