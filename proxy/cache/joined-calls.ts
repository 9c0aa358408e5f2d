/**
 * Sends equal requests that are in flight at the same time once.
 *
 * @module
 */
import { UpstreamUnavailable } from '../upstream/node.ts'
import { readAnswer, type Answer } from './answer.ts'

/** A request of one client. `Whole`: what is made of an answer that was read whole, once for all clients. */
type JoinedRequest<Whole> = {
  key: string
  /** Requests with another stamp are not joined: the state has changed since they were sent. */
  stamp: string
  /** Address of the client. */
  client: string
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Bytes of the longest answer that is read whole. */
  longestBytes: number
  /** Sends it, for a client, until the signal aborts. */
  send: (client: string, signal: AbortSignal) => Promise<Response>
  onAnswer: (answer: Answer) => Whole
}

/**
 * The outcome for one client.
 *
 * - `whole`: the answer to all. `isFirst`: the request of this client was sent.
 * - `longer`: the answer is too long to be read whole, and streams to this client.
 * - `alone`: it streams to another client. This one sends its own request.
 */
type Joined<Whole> = { whole: Whole; isFirst: boolean } | { longer: Response } | 'alone'

type Group<Whole> = {
  stamp: string
  client: string
  members: number
  /** The client whose request was sent still waits. */
  hasFirst: boolean
  /** Ends the request when no client is left. */
  ended: AbortController
  outcome: Promise<{ whole: Whole } | { longer: Response }>
}

/**
 * The client that shared requests are sent for. Connections to the node are divided among clients; so no client waits
 * behind the other requests of the one that asked first.
 */
const sharedClient = ''
/** Requests in flight that one client may begin in the name of all. Further ones are sent in its own name. */
const mostShared = 8

export class JoinedCalls<Whole> {
  readonly #mostBytes: number
  readonly #groups = new Map<string, Group<Whole>>()
  /** Shared requests in flight, by the client that asked first. */
  readonly #begun = new Map<string, number>()
  /** Most bytes of the answers that are being read. */
  #reading = 0

  /** @param mostBytes - Of all answers that are read whole at the same time. Further ones are streamed. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /**
   * Waits for the answer to a request, or to an equal one in flight.
   *
   * @throws UpstreamUnavailable if the client disconnects, or the connection to the node ends within the answer.
   */
  async ask(request: JoinedRequest<Whole>): Promise<Joined<Whole>> {
    const known = this.#groupFor(request)
    const group = known ?? this.#begin(request)
    group.members++
    const isFirst = group !== known
    const outcome = await this.#whileWanted(group, request, isFirst)
    if ('whole' in outcome) return { whole: outcome.whole, isFirst }
    if (isFirst) return outcome
    // The client that would read it has gone. The outcome of `cancel` does not matter.
    if (!group.hasFirst) {
      group.ended.abort()
      void outcome.longer.body?.cancel().catch(() => {})
    }
    return 'alone'
  }

  #groupFor({ key, stamp, client }: JoinedRequest<Whole>): Group<Whole> | undefined {
    const group = this.#groups.get(key)
    if (group?.stamp !== stamp) return undefined
    return group.client === sharedClient || group.client === client ? group : undefined
  }

  #begin(request: JoinedRequest<Whole>): Group<Whole> {
    const { key, stamp, client } = request
    const begun = this.#begun.get(client) ?? 0
    const isShared = begun < mostShared
    if (isShared) this.#begun.set(client, begun + 1)
    const ended = new AbortController()
    const sender = isShared ? sharedClient : client
    const outcome = this.#read(request, sender, ended.signal).finally(() => {
      if (isShared) this.#end(client)
      this.#leave(key, group)
    })
    const group: Group<Whole> = {
      stamp,
      client: sender,
      members: 0,
      hasFirst: true,
      ended,
      outcome,
    }
    this.#groups.set(key, group)
    // Clients that have gone do not wait for it.
    outcome.catch(() => {})
    return group
  }

  #end(client: string) {
    const left = (this.#begun.get(client) ?? 0) - 1
    if (left > 0) this.#begun.set(client, left)
    else this.#begun.delete(client)
  }

  /** Later requests are not joined to it. */
  #leave(key: string, group: Group<Whole>) {
    if (this.#groups.get(key) === group) this.#groups.delete(key)
  }

  async #read(
    { send, longestBytes, onAnswer }: JoinedRequest<Whole>,
    client: string,
    signal: AbortSignal,
  ): Group<Whole>['outcome'] {
    const response = await send(client, signal)
    const bytes = Number(response.headers.get('content-length') ?? longestBytes)
    if (this.#reading + bytes > this.#mostBytes) return { longer: response }
    this.#reading += bytes
    const read = await readAnswer(response, longestBytes)
      .catch((error: unknown) => {
        throw new UpstreamUnavailable('lost', error)
      })
      .finally(() => (this.#reading -= bytes))
    return 'longer' in read ? read : { whole: onAnswer(read.answer) }
  }

  /** The outcome of a group for one client. The last one that disconnects ends the request. */
  #whileWanted(
    group: Group<Whole>,
    { key, signal }: JoinedRequest<Whole>,
    isFirst: boolean,
  ): Group<Whole>['outcome'] {
    return new Promise((resolve, reject) => {
      const end = () => {
        if (isFirst) group.hasFirst = false
        if (--group.members === 0) {
          group.ended.abort()
          this.#leave(key, group)
        }
        reject(new UpstreamUnavailable('lost'))
      }
      if (signal.aborted) return end()
      signal.addEventListener('abort', end, { once: true })
      group.outcome
        .then((outcome) => {
          const isStreamed = isFirst && 'longer' in outcome
          signal.removeEventListener('abort', end)
          // A streamed answer still arrives, and ends with its client.
          if (isStreamed)
            signal.addEventListener('abort', () => group.ended.abort(), { once: true })
          resolve(outcome)
        })
        .catch((error: unknown) => {
          signal.removeEventListener('abort', end)
          reject(error)
        })
    })
  }
}
