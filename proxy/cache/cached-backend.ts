/**
 * A backend whose answers are kept as long as they are true, for many clients of one node.
 *
 * @module
 */
import type { CheckedCall, DaemonBackend } from '../daemon-backend.ts'
import { pathUnavailable, rpcUnavailable } from '../replies.ts'
import { UpstreamUnavailable } from '../upstream/node.ts'
import { checkAnswer, readAnswer, writeReply, writtenId, type Answer } from './answer.ts'
import { callKey } from './call-key.ts'
import { JoinedCalls } from './joined-calls.ts'
import { spanText, type Span } from './json-spans.ts'
import { KeptAnswers } from './kept-answers.ts'
import { lifetimeOf, usualLongestBytes, type Lifetime, type Table } from './lifetimes.ts'
import { StateStamps, type ObservedState, type Stamp } from './state-stamps.ts'

type CacheOptions = {
  /** The state of the node that `backend` asks. */
  state: ObservedState
  /**
   * Bytes of the answers that are kept, and as many for those that are being read at the same time. The output counts of
   * mainnet need 32 MiB; answers without room are streamed to one client each.
   */
  mostBytes: number
  /** Milliseconds of a monotonic clock. */
  now: () => number
}

/** Counts since the start, but for `bytes` and `answers`. */
export type CacheCounters = {
  /** Requests that a kept answer served. */
  hits: number
  /** Requests that were sent for their client and for those that join it. */
  misses: number
  /** Requests that were joined to one in flight. */
  joined: number
  /** Requests that were sent for their client alone: effects, calls of an operator, paid calls, unusual ids, long answers. */
  passed: number
  /** Answers that were dropped for others. */
  evictions: number
  /** Bytes of the kept answers. */
  bytes: number
  /** Number of kept answers. */
  answers: number
}

export type CachedBackend = DaemonBackend & {
  counters: () => CacheCounters
  /** Uses no answer again that was kept before: after a reorganisation that reaches settled blocks. */
  reset: () => void
}

/** Answers calls from the cache, or asks `backend` once for all clients that wait for the same answer. */
export function cachedBackend(
  backend: DaemonBackend,
  { state, mostBytes, now }: CacheOptions,
): CachedBackend {
  const calls = new CachedCalls(state, mostBytes, now)
  return {
    rpc: (call, id) =>
      calls.answer({
        table: 'rpc',
        codec: 'rpc',
        call,
        id: writtenId(id),
        send: (sent) => backend.rpc(sent, id),
        unavailable: (reason) => rpcUnavailable(reason, id),
      }),
    json: (call) =>
      calls.answer({
        // The other tables have calls of the same names.
        table: call.contract.codec === 'json' ? 'bin' : 'json',
        codec: 'json',
        call,
        send: (sent) => backend.json(sent),
        unavailable: pathUnavailable,
      }),
    bin: (call, body) =>
      calls.answer({
        table: 'bin',
        codec: 'bin',
        call,
        body,
        send: (sent) => backend.bin(sent, body),
        unavailable: pathUnavailable,
      }),
    counters: () => calls.counters(),
    reset: () => calls.reset(),
  }
}

type Request = {
  table: Table
  codec: 'rpc' | 'json' | 'bin'
  call: CheckedCall
  /** The request of a binary call. */
  body?: Uint8Array
  /** The id of a JSON-RPC call, as answers have it; undefined for one that cannot be replaced. */
  id?: string | undefined
  send: (call: CheckedCall) => Promise<Response>
  unavailable: (reason: UpstreamUnavailable) => Response
}

/** An answer that was read whole. */
type Whole = {
  answer: Answer
  /** Where the id of a JSON-RPC answer is; undefined where it cannot be replaced. */
  id: Span | undefined
}

class CachedCalls {
  readonly #state: ObservedState
  readonly #stamps: StateStamps
  readonly #kept: KeptAnswers<Whole>
  readonly #joined: JoinedCalls<Whole>
  readonly #nowMs: () => number
  readonly #counts = { hits: 0, misses: 0, joined: 0, passed: 0 }

  constructor(state: ObservedState, mostBytes: number, nowMs: () => number) {
    this.#state = state
    this.#nowMs = nowMs
    this.#stamps = new StateStamps(state, nowMs)
    this.#kept = new KeptAnswers(mostBytes, nowMs)
    this.#joined = new JoinedCalls(mostBytes)
  }

  counters(): CacheCounters {
    const { evictions, bytes, size } = this.#kept
    return { ...this.#counts, evictions, bytes, answers: size }
  }

  reset() {
    this.#stamps.reset()
  }

  async answer(request: Request): Promise<Response> {
    const { table, codec, call, body, id } = request
    if (call.contract.once) return this.#effect(request)
    const lifetime = this.#lifetimeOf(request)
    const isShared = lifetime.until !== 'never' && (codec !== 'rpc' || id !== undefined)
    const key = isShared ? callKey(table, call, body) : undefined
    if (key === undefined) return this.#pass(request)
    const stamp = this.#stamps.of(lifetime)
    const kept = this.#kept.find(key, stamp.text)
    if (!kept) return this.#ask(request, key, stamp, lifetime)
    this.#counts.hits++
    return write(kept, id)
  }

  #lifetimeOf({ table, call }: Request): Lifetime {
    return lifetimeOf(table, call, this.#state.topHeight())
  }

  #pass({ call, send }: Request): Promise<Response> {
    this.#counts.passed++
    return send(call)
  }

  /** Passes a call, and counts its effect if it had one. */
  async #effect(request: Request): Promise<Response> {
    const response = await this.#pass(request)
    try {
      const read = await readAnswer(response, usualLongestBytes)
      if ('longer' in read) return read.longer
      if (checkAnswer(read.answer, request.codec).isGood) this.#stamps.addEffect()
      return writeReply(read.answer)
    } catch (error) {
      return request.unavailable(new UpstreamUnavailable('lost', error))
    }
  }

  async #ask(request: Request, key: string, stamp: Stamp, lifetime: Lifetime): Promise<Response> {
    const { call, id, send } = request
    const { longestBytes = usualLongestBytes } = lifetime
    try {
      const joined = await this.#joined.ask({
        key,
        stamp: stamp.text,
        client: call.client,
        signal: call.signal(),
        longestBytes,
        send: (client, signal) => {
          this.#counts.misses++
          return send({ ...call, client, signal: () => signal })
        },
        onAnswer: this.#keeper(request, key, stamp, lifetime),
      })
      if (joined === 'alone') return await this.#pass(request)
      if ('longer' in joined) return joined.longer
      if (joined.isFirst) return writeReply(joined.whole.answer)
      if (!mayWrite(joined.whole, id)) return await this.#pass(request)
      this.#counts.joined++
      return write(joined.whole, id)
    } catch (error) {
      if (error instanceof UpstreamUnavailable) return request.unavailable(error)
      throw error
    }
  }

  /** Receives the answer to a request that is sent now, and keeps it if it is true before and after. */
  #keeper(request: Request, key: string, stamp: Stamp, { atMostMs = Infinity }: Lifetime) {
    const untilMs = this.#nowMs() + atMostMs
    return (answer: Answer): Whole => {
      const { isGood, id: at } = checkAnswer(answer, request.codec)
      const isOwn = at !== undefined && spanText(answer.bytes, at) === request.id
      const whole: Whole = { answer, id: isOwn ? at : undefined }
      const after = this.#stamps.of(this.#lifetimeOf(request))
      const isTrue = stamp.isKnown && after.isKnown && after.text === stamp.text
      if (isGood && isTrue && mayWrite(whole, request.id))
        this.#kept.keep(key, whole, answer.bytes.length, stamp.text, untilMs)
      return whole
    }
  }
}

/** Whether an answer can be written for another request, whose id is `id`. An HTTP error has no id. */
const mayWrite = ({ answer, id: at }: Whole, id: string | undefined) =>
  id === undefined || at !== undefined || answer.status !== 200

const write = ({ answer, id: at }: Whole, id: string | undefined): Response =>
  writeReply(answer, at && id !== undefined ? { at, written: id } : undefined)
