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
  /** Reject the pending waits. */
  readonly #waits = new Set<(reason: Cancelled) => void>()

  cancel(): void {
    this.#isCancelled = true
    for (const end of this.#waits) end(new Cancelled())
    this.#waits.clear()
  }

  /** @throws Cancelled */
  check(): void {
    if (this.#isCancelled) throw new Cancelled()
  }

  /** The result of `work`. @throws Cancelled as soon as the run is cancelled, even if the work goes on. */
  until<T>(work: Promise<T>): Promise<T> {
    if (this.#isCancelled) return Promise.race([work, Promise.reject(new Cancelled())])
    // A race with a promise of the run would keep each result until the run ends.
    return new Promise((resolve, reject) => {
      this.#waits.add(reject)
      work.then(resolve, reject).finally(() => this.#waits.delete(reject))
    })
  }
}
