/**
 * A cache in front of a backend with scripted answers, and a state that a test sets.
 *
 * @module
 */
import { bin, json, rpc } from '#protocol/daemon/calls.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import type { Fields } from '#protocol/fields.ts'
import { cachedBackend } from '../../../proxy/cache/cached-backend.ts'
import type { CheckedCall, DaemonBackend } from '../../../proxy/daemon-backend.ts'
import { parseParams } from '../../../proxy/params.ts'
import { reply } from '../../../proxy/replies.ts'

/** A request that reached the backend. */
export type Sent = { call: CheckedCall; id?: unknown; body?: Uint8Array; signal: AbortSignal }

type Answer = (sent: Sent, count: number) => Response | Promise<Response>

/** What a client sends, beside its call. */
type Asking = {
  id?: unknown
  client?: string
  restricted?: boolean
  signal?: AbortSignal
  contract?: DaemonContract
}

/** @param answer - Answers a request; `count` is how many reached the backend, this one included. */
export function scene({
  answer,
  mostBytes = 64 * 1024 * 1024,
}: {
  answer: Answer
  mostBytes?: number
}) {
  const state = {
    tip: 'a' as string | undefined,
    pool: 'p' as string | undefined,
    top: 5_000n as bigint | undefined,
  }
  const clock = { ms: 0 }
  const sent: Sent[] = []
  const send = (one: Omit<Sent, 'signal'>) => {
    const whole = { ...one, signal: one.call.signal() }
    return Promise.resolve(answer(whole, sent.push(whole)))
  }
  const backend: DaemonBackend = {
    rpc: (call, id) => send({ call, id }),
    json: (call) => send({ call }),
    bin: (call, body) => send({ call, body }),
  }
  const cache = cachedBackend(backend, {
    state: { tip: () => state.tip, pool: () => state.pool, topHeight: () => state.top },
    mostBytes,
    now: () => clock.ms,
  })
  return {
    state,
    clock,
    sent,
    cache,
    rpc: (name: keyof typeof rpc, given?: unknown, asking: Asking = {}) =>
      cache.rpc(checked(rpc[name], name, given, asking), 'id' in asking ? asking.id : '0'),
    json: (name: keyof typeof json, given?: unknown, asking: Asking = {}) =>
      cache.json(checked(json[name], name, given, asking)),
    bin(name: keyof typeof bin, given: Record<string, unknown> = {}, asking: Asking = {}) {
      const contract: DaemonContract = bin[name]
      const body = epeeFrom(contract.params as Fields, given)
      const call = checked(contract, name, undefined, asking)
      return cache.bin({ ...call, params: epeeTo(contract.params as Fields, body) }, body)
    },
  }
}

function checked(
  contract: DaemonContract,
  name: string,
  given: unknown,
  { client = 'client', restricted = true, signal, contract: other = contract }: Asking,
): CheckedCall {
  const source = contract.bareParams ? { value: given } : given
  return {
    name,
    contract: other,
    asked: name,
    given,
    params: parseParams(contract.params as Fields, source),
    restricted,
    client,
    signal: () => signal ?? new AbortController().signal,
  }
}

/** A JSON answer as the upstream backend gives it. */
export const jsonAnswer = (text: string, status = 200) =>
  reply(status, 'application/json', text, { 'content-length': String(text.length) })

/** A JSON-RPC answer in the layout of monerod. */
export const rpcAnswer = (id: unknown, result: string) =>
  jsonAnswer(
    `{\r\n  "id": ${JSON.stringify(id ?? 0)},\r\n  "jsonrpc": "2.0",\r\n  "result": ${result}\r\n}`,
  )

/** A result with a count, in the layout of monerod. */
export const counted = (count: number) =>
  `{\r\n    "count": ${count},\r\n    "status": "OK",\r\n    "untrusted": false\r\n  }`

/** A promise that a test settles. */
export function pending<T>() {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => (resolve = settle))
  return { promise, resolve }
}

/** Runs everything that waits for nothing. */
export const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A cache in front of a node that numbers its answers. */
export const numbered = (mostBytes?: number) =>
  scene({
    answer: ({ call, id }, count) =>
      call.asked in json
        ? jsonAnswer(`{"height": ${count},"status": "OK"}`)
        : rpcAnswer(id, counted(count)),
    ...(mostBytes !== undefined && { mostBytes }),
  })

export const textOf = async (answer: Promise<Response>) => (await answer).text()

/** The count in a numbered answer of `/json_rpc`. */
export const countOf = async (answer: Promise<Response>) =>
  (await (await answer).json()).result.count as number
