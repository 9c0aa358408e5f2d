/**
 * Slows down clients that send wrong logins.
 *
 * A client may fail three times. From then on each of its attempts waits a second, one after another, before
 * it is compared: an answer after a second would tell no more than its absence. A right login ends that.
 *
 * @module
 */
import { SerialQueue } from '#protocol/serial-queue.ts'

const freeFailures = 3
const waitMs = 1000
/** Attempts of one client that may wait at a time. */
const mostWaiting = 8
/** How long failures count. */
const memoryMs = 600_000
/** Clients in memory; the one that failed longest ago is dropped first. */
const mostClients = 4096

type Client = {
  failures: number
  /** Time of the last failure, in milliseconds. */
  failedAt: number
  waiting: number
  queue: SerialQueue
}

export class LoginAttempts {
  /** By address, the last one that failed at the end. */
  readonly #clients = new Map<string, Client>()

  /**
   * Runs `isRight` at once, or when the client has waited.
   *
   * @returns Its result; undefined without a call if too many attempts of the client wait.
   */
  async attempt(address: string, isRight: () => boolean): Promise<boolean | undefined> {
    const client = this.#clients.get(address)
    if (client === undefined || !isSlow(client)) return this.#count(address, isRight())
    if (client.waiting >= mostWaiting) return undefined
    client.waiting++
    try {
      return await client.queue.take(async () => {
        await new Promise((resolve) => setTimeout(resolve, waitMs))
        return this.#count(address, isRight())
      })
    } finally {
      client.waiting--
    }
  }

  #count(address: string, isRight: boolean): boolean {
    const known = this.#clients.get(address)
    this.#clients.delete(address)
    if (isRight) return true
    const client = known ?? { failures: 0, failedAt: 0, waiting: 0, queue: new SerialQueue() }
    client.failures = isOld(client) ? 1 : client.failures + 1
    client.failedAt = Date.now()
    this.#clients.set(address, client)
    if (this.#clients.size > mostClients) this.#clients.delete(this.#clients.keys().next().value!)
    return false
  }
}

const isOld = ({ failedAt }: Client) => Date.now() - failedAt > memoryMs
const isSlow = (client: Client) => client.failures >= freeFailures && !isOld(client)
