/**
 * Turns of requests that need the processor. Clients take turns, so that many requests of one client delay a request of
 * another by one of them at most.
 *
 * @module
 */

/** Turns in one pass of the event loop: of more, input and output would wait longer. */
const mostTurns = 16
/** A further turn begins only within this time. */
const mostMs = 0.5

/** Passes of the event loop after turns, for each millisecond that they took. */
const passesPerMs = 4
const mostPasses = 32

export class FairTurns {
  /** Requests by client. The client that waits longest for its turn is first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #count = 0
  #isScheduled = false
  readonly #nowMs: () => number

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs
  }

  /** Resolves when it is the request's turn. What it does without waiting again belongs to the turn. */
  readonly wait = (client: string): Promise<void> =>
    new Promise((resolve) => {
      const others = this.#waiting.get(client)
      if (others) others.push(resolve)
      else this.#waiting.set(client, [resolve])
      this.#count++
      if (!this.#isScheduled) this.#schedule(1)
    })

  /**
   * Takes turns after some passes of the event loop. Node accepts one connection in a pass. So long turns are followed by
   * several: otherwise connections wait until the system refuses further ones.
   *
   * @see libuv src/unix/stream.c uv__server_io
   */
  #schedule(passes: number) {
    this.#isScheduled = true
    setImmediate(() => {
      if (passes > 1) this.#schedule(passes - 1)
      else if (this.#count > 0) this.#takeTurns()
      else this.#isScheduled = false
    })
  }

  /** Short turns share a pass: a pass costs about as much as one of them. */
  #takeTurns() {
    let startMs: number | undefined
    const take = () => {
      startMs ??= this.#nowMs()
      if (this.#nowMs() - startMs < mostMs) this.#next()?.()
    }
    // A turn has ended before the next callback of the pass.
    for (let turn = Math.min(this.#count, mostTurns); turn > 0; turn--) setImmediate(take)
    setImmediate(() => {
      const turnsMs = this.#nowMs() - startMs!
      this.#schedule(Math.min(turnsMs * passesPerMs, mostPasses))
    })
  }

  /** The request whose turn is next. Its client goes to the end if it has further ones. */
  #next(): (() => void) | undefined {
    const [first] = this.#waiting
    if (!first) return undefined
    const [client, requests] = first
    const start = requests.shift()!
    this.#count--
    this.#waiting.delete(client)
    if (requests.length > 0) this.#waiting.set(client, requests)
    return start
  }
}
