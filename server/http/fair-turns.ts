/**
 * Turns of requests that need the processor. Clients take turns, so that many requests of one client delay a request of
 * another by one of them at most.
 *
 * @module
 */

export class FairTurns {
  /** Requests by client. The client that waits longest for its turn is first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #isScheduled = false

  /** Resolves when it is the request's turn. What it does without waiting again belongs to the turn. */
  readonly wait = (client: string): Promise<void> =>
    new Promise((resolve) => {
      const others = this.#waiting.get(client)
      if (others) others.push(resolve)
      else this.#waiting.set(client, [resolve])
      this.#schedule()
    })

  /** One turn, then input and output, then the next turn. */
  #schedule() {
    if (this.#isScheduled || this.#waiting.size === 0) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      const [client, requests] = this.#waiting.entries().next().value!
      const start = requests.shift()!
      // A client with further requests goes to the end.
      this.#waiting.delete(client)
      if (requests.length > 0) this.#waiting.set(client, requests)
      this.#schedule()
      start()
    })
  }
}
