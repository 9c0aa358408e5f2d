/**
 * Sends equal requests of one client once, while they wait for a connection to the node.
 *
 * A slow node answers few requests a second. Without this, a client that repeats a call waits for all of its earlier
 * ones. Only requests that were not sent yet are joined, so that no answer is older than its request. Clients are not
 * joined: one would wait for the connections of the other.
 *
 * @module
 */
import { readBody } from '../../proxy/read-body.ts'
import {
  UpstreamUnavailable,
  type UpstreamRequest,
  type UpstreamResponse,
} from '../../proxy/upstream/node.ts'

/** Sends a request. @param onStart - Called when it has its connection. */
export type Send = (request: UpstreamRequest, onStart: () => void) => Promise<UpstreamResponse>

/** Bytes of longer requests are not compared. */
const longestRequest = 1024
/** Bytes of the longest answer to several requests. Joined are only calls with short ones. */
const longestAnswer = 4 * 1024 * 1024

type Group = {
  members: number
  answer: Promise<Answered>
  /** Ends the request when no member is left. */
  ended: AbortController
}

/** An answer: for one request as it arrives, for several as a whole. */
type Answered = { response: UpstreamResponse } | { head: UpstreamResponse; whole: Whole }
type Whole = Uint8Array<ArrayBuffer>

export class JoinedRequests {
  readonly #send: Send
  readonly #waiting = new Map<string, Group>()

  constructor(send: Send) {
    this.#send = send
  }

  /** @throws UpstreamUnavailable */
  async ask(request: UpstreamRequest): Promise<UpstreamResponse> {
    if (!mayJoin(request)) return this.#send(request, () => {})
    const key = keyOf(request)
    let group = this.#waiting.get(key)
    if (group) group.members++
    else group = this.#start(key, request)
    const answered = await whileWanted(group, request.signal)
    if ('response' in answered) return answered.response
    return { ...answered.head, body: streamOf(answered.whole) }
  }

  #start(key: string, request: UpstreamRequest): Group {
    const ended = new AbortController()
    let isShared = false
    const onStart = () => {
      isShared = group.members > 1
      this.#leave(key, group)
    }
    const answer = Promise.resolve()
      .then(() => this.#send({ ...request, signal: ended.signal }, onStart))
      .finally(() => this.#leave(key, group))
      .then((response) => (isShared ? read(response) : { response }))
    const group: Group = { members: 1, answer, ended }
    this.#waiting.set(key, group)
    // Members that ended do not wait for it.
    answer.catch(() => {})
    ended.signal.addEventListener('abort', () => this.#leave(key, group))
    return group
  }

  /** Later requests are not joined to it. */
  #leave(key: string, group: Group) {
    if (this.#waiting.get(key) === group) this.#waiting.delete(key)
  }
}

const mayJoin = ({ once, longAnswer, authorization, body }: UpstreamRequest) =>
  !once && longAnswer !== true && authorization === undefined && body.length <= longestRequest

const keyOf = ({ client = '', path, contentType, body }: UpstreamRequest) =>
  JSON.stringify([client, path, contentType, new TextDecoder('latin1').decode(body)])

/** The answer of a group, for one member. The last member that ends also ends the request. */
function whileWanted(group: Group, signal: AbortSignal | undefined): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const end = () => {
      if (--group.members === 0) group.ended.abort()
      reject(new UpstreamUnavailable('lost'))
    }
    if (signal?.aborted) return end()
    signal?.addEventListener('abort', end, { once: true })
    group.answer.then((answered) => {
      // The answer of a single member still arrives, and ends with its signal.
      if ('whole' in answered) signal?.removeEventListener('abort', end)
      resolve(answered)
    }, reject)
  })
}

async function read(head: UpstreamResponse): Promise<Answered> {
  const whole = await readBody(head, longestAnswer).catch((error: unknown) => {
    throw new UpstreamUnavailable('lost', error)
  })
  if (!whole) throw new UpstreamUnavailable('invalid')
  return { head, whole }
}

const streamOf = (bytes: Whole) => new Blob([bytes]).stream()
