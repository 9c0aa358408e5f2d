/**
 * Turns of requests that need the processor. Clients take turns, so that many requests of one client delay a request of
 * another by one of them at most.
 *
 * @module
 */

/** Passes of the event loop after a turn, for each millisecond that it took. */
const passesPerMs = 4
const mostPasses = 32

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
      if (!this.#isScheduled) this.#schedule(1)
    })

  /**
   * Takes the next turn in the last of some passes of the event loop. Node accepts one connection in a pass. So a long
   * turn is followed by several: otherwise connections wait until the system refuses further ones.
   *
   * @see libuv src/unix/stream.c uv__server_io
   */
  #schedule(passes: number) {
    this.#isScheduled = true
    setImmediate(() => {
      if (passes > 1) return this.#schedule(passes - 1)
      const start = this.#next()
      if (!start) return void (this.#isScheduled = false)
      const startMs = performance.now()
      start()
      // The turn has ended before the next pass.
      setImmediate(() => {
        const turnMs = performance.now() - startMs
        this.#schedule(Math.min(turnMs * passesPerMs, mostPasses))
      })
    })
  }

  /** The request whose turn is next. Its client goes to the end if it has further ones. */
  #next(): (() => void) | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    const [client, requests] = first
    const start = requests.shift()!
    this.#waiting.delete(client)
    if (requests.length > 0) this.#waiting.set(client, requests)
    return start
  }
}
