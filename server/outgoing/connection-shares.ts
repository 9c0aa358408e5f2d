/**
 * Divides the connections to a node among the clients that use them.
 *
 * A client may use as many as it leaves free: of sixteen, the first client has eight at most, the second four. So
 * few clients use most of the connections, and one is left for the next client.
 *
 * @module
 */
import { UpstreamUnavailable } from '../../proxy/upstream/node.ts'

type Waiting = { client: string; start: () => void }

export class ConnectionShares {
  /** Connections in use, by client. */
  readonly #used = new Map<string, number>()
  /** In the order of arrival. */
  readonly #waiting = new Set<Waiting>()
  #free: number

  constructor(total: number) {
    this.#free = total
  }

  /** Whether a request waits for a connection. */
  get isContended(): boolean {
    return this.#waiting.size > 0
  }

  /**
   * Waits for a connection.
   *
   * @returns Ends its use, to be called once.
   * @throws UpstreamUnavailable when `signal` is aborted before.
   */
  async take(client: string, signal?: AbortSignal): Promise<() => void> {
    if (this.#mayStart(client)) this.#use(client)
    else await this.#turnOf(client, signal)
    return () => this.#release(client)
  }

  #use(client: string) {
    this.#free--
    this.#used.set(client, this.#usedBy(client) + 1)
  }

  #usedBy(client: string): number {
    return this.#used.get(client) ?? 0
  }

  #mayStart(client: string): boolean {
    return this.#usedBy(client) < this.#free
  }

  #turnOf(client: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(waiting)
        reject(new UpstreamUnavailable('lost'))
      }
      const start = () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      }
      const waiting = { client, start }
      if (signal?.aborted) return abort()
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.add(waiting)
    })
  }

  #release(client: string) {
    this.#free++
    const left = this.#usedBy(client) - 1
    if (left === 0) this.#used.delete(client)
    else this.#used.set(client, left)
    for (let next = this.#next(); next; next = this.#next()) {
      this.#waiting.delete(next)
      this.#use(next.client)
      next.start()
    }
  }

  /** The first request of the client with the fewest connections, if it may start. */
  #next(): Waiting | undefined {
    let next: Waiting | undefined
    for (const waiting of this.#waiting)
      if (!next || this.#usedBy(waiting.client) < this.#usedBy(next.client)) next = waiting
    return next && this.#mayStart(next.client) ? next : undefined
  }
}
