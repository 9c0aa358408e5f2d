/**
 * A connection to a daemon, for pages and Node.
 *
 * @module
 */
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { requestHeaders } from '#protocol/daemon/request-headers.ts'
import type { DigestLogin } from '#protocol/network/digest-login.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import { daemonCalls, type BodyReader, type Post, type PostForStream } from '#protocol/upstream.ts'
import type { Daemon, DaemonAddress } from '../engine/base/ports.ts'
import { bodyReader, Deadline, readAll } from './body-reader.ts'
import { fetchPost, type HttpPost, type PostAnswer } from './http-post.ts'
import { systemRandom } from './platform.ts'

export type ConnectOptions = {
  /** The base URL for requests to a daemon; default {@link baseUrl}. */
  base?: (address: string) => string
  /** Sends requests; over `fetch` by default. */
  post?: HttpPost
  /** Sends requests for blocks over a connection of their own, if the daemon requires a login. */
  download?: HttpPost
  /** Until an answer begins. @see monero src/wallet/wallet2.cpp rpc_timeout */
  answerMs?: number
  /** Between two pieces of an answer. */
  pieceMs?: number
  /** Largest answer that is read as a whole, in bytes. */
  maxBytes?: number
  /**
   * Largest answer that is read while it arrives: monerod ends a batch of blocks at 100 MiB.
   *
   * @see monero src/cryptonote_config.h, Blockchain::find_blockchain_supplement
   */
  maxStreamBytes?: number
}

const MiB = 1024 * 1024
const limitsByDefault = {
  answerMs: 210_000,
  pieceMs: 60_000,
  maxBytes: 256 * MiB,
  maxStreamBytes: 128 * MiB,
}

/** The body of an answer, or a refusal. */
type Sent<T> = { body: T } | { refusal: PostAnswer }

/** Makes a connection. Sends no request yet. */
export function connectDaemon(target: DaemonAddress, options: ConnectOptions = {}): Daemon {
  const { base: baseOf = baseUrl } = options
  const limits = { ...limitsByDefault, ...options }
  const base = baseOf(target.address)
  const { username = '', password = '' } = target
  const hasLogin = username !== '' || password !== ''
  const ended = new AbortController()

  /** Requests over one connection, if the daemon requires a login: a challenge of monerod is valid for one only. */
  function channel(sendPost: HttpPost): { post: Post; postForStream: PostForStream } {
    let login: DigestLogin | undefined
    // A challenge of monerod replaces the one before, so requests with a login run one at a time.
    const queue = new SerialQueue()

    const send = async (
      path: string,
      body: Uint8Array,
      contentType: string,
      maxBytes: number,
      once = false,
    ): Promise<Sent<BodyReader>> => {
      const authorization = login?.authorization(path)
      const late = new Deadline(limits.answerMs)
      try {
        const response = await sendPost(base + path, {
          headers: requestHeaders(contentType, authorization),
          body: body as Uint8Array<ArrayBuffer>,
          once,
          signal: AbortSignal.any([late.signal, ended.signal]),
        })
        const { pieceMs } = limits
        return response.status === 200
          ? { body: bodyReader(response, late, { pieceMs, maxBytes }) }
          : { refusal: response }
      } finally {
        late.clear()
      }
    }

    /** @param attempt - Sends, and takes in as much of the answer as another attempt may repeat. */
    const ask = <T>(once: boolean, attempt: () => Promise<Sent<T>>): Promise<T> =>
      hasLogin ? queue.take(() => askNow(once, attempt)) : askNow(once, attempt)

    async function askNow<T>(once: boolean, attempt: () => Promise<Sent<T>>): Promise<T> {
      let sent = await tried(once, attempt)
      const challenge = 'refusal' in sent && sent.refusal.headers.get('www-authenticate')
      if (challenge && (await canAnswer(challenge))) sent = await tried(once, attempt)
      if ('body' in sent) return sent.body
      throw new ConnectionError(`the daemon answered HTTP ${sent.refusal.status}`)
    }

    async function canAnswer(challenge: string): Promise<boolean> {
      if (!hasLogin) return false
      // Only here: a page without a login never downloads it.
      const { DigestLogin } = await import('#protocol/network/digest-login.ts')
      login ??= new DigestLogin({ username, password }, systemRandom)
      return login.challenged(challenge)
    }

    async function tried<T>(once: boolean, attempt: () => Promise<T>): Promise<T> {
      return attempt()
        .catch((error: unknown) => {
          // A kept connection may have been closed while it idled.
          if (once || isFinal(error)) throw error
          return attempt()
        })
        .catch(asConnectionError)
    }

    function asConnectionError(error: unknown): never {
      if (error instanceof ConnectionError) throw error
      throw new ConnectionError(ended.signal.aborted ? 'closed' : 'the daemon was not reached')
    }

    const post: Post = (path, body, contentType, once) =>
      ask(once, async () => {
        const sent = await send(path, body, contentType, limits.maxBytes, once)
        return 'body' in sent ? { body: await readAll(sent.body) } : sent
      })

    const postForStream: PostForStream = async (path, body, contentType) => {
      const answer = await ask(false, () => send(path, body, contentType, limits.maxStreamBytes))
      return { ...answer, read: () => answer.read().catch(asConnectionError) }
    }

    return { post, postForStream }
  }

  const calls = channel(options.post ?? fetchPost)
  // Other calls do not wait for a long answer.
  const downloads = hasLogin && options.download ? channel(options.download) : calls
  return {
    ...daemonCalls(calls.post, downloads.postForStream),
    close: () => ended.abort(),
  }
}

/** Whether a second attempt is useless: the answer was too large, or the request was aborted. */
const isFinal = (error: unknown) =>
  error instanceof ConnectionError || (error instanceof Error && error.name === 'AbortError')

/**
 * The base URL of a daemon.
 *
 * @param address - `host:port` or a URL; empty for the origin of the page.
 * @returns Without a slash at the end.
 */
export function baseUrl(address: string): string {
  if (address === '') return ''
  const url = /^https?:\/\//i.test(address) ? address : `http://${address}`
  return url.replace(/\/+$/, '')
}

/**
 * The URL for requests of a page to a daemon. A page can connect only to its own proxy, which forwards
 * to the daemons that its operator allows.
 */
export const proxiedUrl = (address: string): string =>
  address === '' ? '' : `/node/${encodeURIComponent(baseUrl(address))}`
