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
  #end: { reason: unknown } | undefined
  /** Reject the pending waits. */
  readonly #waits = new Set<(reason: unknown) => void>()

  /** @param reason - What pending and later waits reject with. Only the first one counts. */
  cancel(reason: unknown = new Cancelled()): void {
    this.#end ??= { reason }
    for (const end of this.#waits) end(this.#end.reason)
    this.#waits.clear()
  }

  /** @throws Cancelled, or the given reason. */
  check(): void {
    if (this.#end) throw this.#end.reason
  }

  /** The result of `work`. @throws Cancelled, or the given reason, as soon as the run is cancelled, even if the work goes on. */
  until<T>(work: Promise<T>): Promise<T> {
    if (this.#end) return Promise.race([work, Promise.reject(this.#end.reason)])
    // A race with a promise of the run would keep each result until the run ends.
    return new Promise((resolve, reject) => {
      this.#waits.add(reject)
      work.then(resolve, reject).finally(() => this.#waits.delete(reject))
    })
  }
}
