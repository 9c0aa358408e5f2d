/**
 * A queue for tasks that must not run at the same time.
 *
 * @module
 */

/** A queue of tasks. A failed task does not block the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs `task` once all tasks before it have ended; resolves or rejects as it does. */
  take<T>(task: () => T | Promise<T>): Promise<T> {
    const turn = this.#last.then(task)
    this.#last = turn.catch(() => undefined)
    return turn
  }
}
