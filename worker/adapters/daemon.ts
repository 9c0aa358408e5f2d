/**
 * A connection to a daemon over `fetch`, in a page and on Node alike.
 *
 * @module
 */
import { ConnectionError } from '#protocol/daemon/problems.ts'
import { daemonCalls, type Post } from '#protocol/upstream.ts'
import type { Daemon, DaemonAddress } from '../engine/ports.ts'
import { DigestLogin } from './digest.ts'
import { systemClock, systemRandom } from './platform.ts'

export type ConnectOptions = {
  /** Where a daemon is asked; {@link baseUrl} unless said otherwise. */
  base?: (address: string) => string
  fetch?: typeof globalThis.fetch
  /** Until an answer begins. @see monero src/wallet/wallet2.cpp rpc_timeout */
  answerMs?: number
  /** Between two pieces of an answer. */
  pieceMs?: number
  /** Largest answer, in bytes: twice what the largest batch of blocks takes. */
  maxBytes?: number
}

const limitsByDefault = { answerMs: 210_000, pieceMs: 60_000, maxBytes: 256 * 1024 * 1024 }

/** Makes a connection; asks nothing yet. */
export function connectDaemon(target: DaemonAddress, options: ConnectOptions = {}): Daemon {
  const { base: baseOf = baseUrl, fetch = globalThis.fetch.bind(globalThis) } = options
  const limits = { ...limitsByDefault, ...options }
  const base = baseOf(target.address)
  const login = loginOf(target)
  const ended = new AbortController()

  const send = async (path: string, body: Uint8Array, contentType: string) => {
    const authorization = login?.authorization(path)
    const late = new Deadline(limits.answerMs)
    try {
      const response = await fetch(base + path, {
        method: 'POST',
        headers: { 'content-type': contentType, ...(authorization && { authorization }) },
        body: body as Uint8Array<ArrayBuffer>,
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
        signal: AbortSignal.any([late.signal, ended.signal]),
      })
      if (response.status !== 200) return response
      return await readBody(response, late, limits)
    } finally {
      late.clear()
    }
  }

  const post: Post = async (path, body, contentType, once) => {
    let answer = await tried(once, () => send(path, body, contentType))
    const challenge = answer instanceof Response && answer.headers.get('www-authenticate')
    if (challenge && login?.challenged(challenge))
      answer = await tried(once, () => send(path, body, contentType))
    if (answer instanceof Uint8Array) return answer
    throw new ConnectionError(`the daemon answered HTTP ${answer.status}`)
  }

  async function tried<T>(once: boolean, attempt: () => Promise<T>): Promise<T> {
    try {
      return await attempt().catch((error: unknown) => {
        // A kept connection may have been closed while it idled.
        if (!(error instanceof TypeError) || once) throw error
        return attempt()
      })
    } catch (error) {
      if (error instanceof ConnectionError) throw error
      throw new ConnectionError(ended.signal.aborted ? 'closed' : 'the daemon was not reached')
    }
  }

  return { ...daemonCalls(post), close: () => ended.abort() }
}

/**
 * Where a daemon is.
 *
 * @param address - `host:port` or a URL; empty is where the page came from.
 * @returns Without a slash at the end.
 */
export function baseUrl(address: string): string {
  if (address === '') return ''
  const url = /^https?:\/\//i.test(address) ? address : `http://${address}`
  return url.replace(/\/+$/, '')
}

/**
 * Where a page asks a daemon: a page reaches nothing but the proxy it came from, which passes on to
 * the daemons that its operator allows.
 */
export const proxiedUrl = (address: string): string =>
  address === '' ? '' : `/node/${encodeURIComponent(baseUrl(address))}`

function loginOf({ username = '', password = '' }: DaemonAddress): DigestLogin | undefined {
  if (username === '' && password === '') return undefined
  return new DigestLogin({ username, password }, systemRandom)
}

async function readBody(
  response: Response,
  late: Deadline,
  { pieceMs, maxBytes }: { pieceMs: number; maxBytes: number },
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  const reader = response.body?.getReader()
  for (;;) {
    late.extend(pieceMs)
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || !value) break
    size += value.length
    if (size > maxBytes) {
      await reader?.cancel()
      throw new ConnectionError(`the daemon's answer is larger than ${maxBytes} bytes`)
    }
    pieces.push(value)
  }
  return joined(pieces, size)
}

/** Bytes that are copied in well under a millisecond; memory that is new takes the longest. */
const copiedAtOnce = 1 << 20

// Others have turns meanwhile: a full answer of blocks is tens of megabytes.
async function joined(pieces: readonly Uint8Array[], size: number): Promise<Uint8Array> {
  const body = new Uint8Array(size)
  let at = 0
  let pausedAt = 0
  for (const piece of pieces) {
    body.set(piece, at)
    at += piece.length
    if (at - pausedAt < copiedAtOnce) continue
    pausedAt = at
    await systemClock.sleep(0)
  }
  return body
}

/** Aborts when nothing happened for too long. */
class Deadline {
  readonly #controller = new AbortController()
  #timer: ReturnType<typeof setTimeout>

  constructor(ms: number) {
    this.#timer = setTimeout(() => this.#controller.abort(), ms)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  extend(ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#controller.abort(), ms)
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}
