/**
 * Asks a node: turns the contract tables into typed calls over whatever carries bytes.
 *
 * @module
 */
import type { Client } from './contract.ts'
import type { DaemonContract } from './daemon/contract.ts'
import { bin, json, rpc } from './daemon/calls.ts'
import { AnswerError, DaemonError, parseAnswer, requireOkStatus } from './daemon/errors.ts'
import { object, type Fields, type Input } from './fields.ts'
import { epeeFrom, epeeTo } from './epee.ts'
import { parseJsonBytes, stringifyJsonBytes } from './json.ts'

/**
 * Sends a body to a path of the node and resolves to the body of its answer.
 *
 * @param once - The call has an effect: what was sent and not answered must not be sent again.
 * @throws ConnectionError when there is no answer, or one of another HTTP status than 200.
 */
export type Post = (
  path: string,
  body: Uint8Array,
  contentType: string,
  once: boolean,
) => Promise<Uint8Array>

/** The body of an answer, while it arrives. */
export type BodyReader = {
  /** The bytes that came next; undefined after the last. @throws ConnectionError */
  read(): Promise<Uint8Array | undefined>
  /** No more is wanted: what is still under way is dropped, and reads reject. */
  cancel(): void
}

/** The same as {@link Post}, for an answer that is read while it arrives. */
export type PostForStream = (
  path: string,
  body: Uint8Array,
  contentType: string,
) => Promise<BodyReader>

/**
 * Carries one call to a node and its checked result back: JSON-RPC, JSON or epee. Knows no method.
 *
 * @throws DaemonError, AnswerError, and what `Post` throws.
 */
export type Transport = (
  name: string,
  contract: DaemonContract,
  params: unknown,
) => Promise<unknown>

/** Every call of a node, over one way to send bytes to it. */
export const daemonCalls = (post: Post, postForStream: PostForStream) => ({
  rpc: upstream(rpc, overRpc(post)),
  json: upstream(json, overJson(post)),
  bin: upstream(bin, overBinary(post)),
  blocksArriving: (params: Input<typeof bin.get_blocks.params>) =>
    postForStream('/get_blocks.bin', epeeFrom(bin.get_blocks.params, params), binary),
})

/** Answers every call of `table` by asking a node. */
function upstream<Table extends Record<string, DaemonContract>>(
  table: Table,
  send: Transport,
): Client<Table> {
  const calls = Object.entries(table).map(([name, contract]) => [
    name,
    (params: unknown = {}) => send(name, contract, params),
  ])
  return Object.fromEntries(calls) as Client<Table>
}

/** What is posted to a node for one call. */
export type CallRequest = { path: string; body: Uint8Array<ArrayBuffer>; contentType: string }

/** A call of a table as it stands on the wire. @throws FieldError by `bin`, for params that do not fit. */
export type RequestOf = (name: string, contract: DaemonContract, params: unknown) => CallRequest

export const requestOf: Record<'rpc' | 'json' | 'bin', RequestOf> = {
  rpc(name, contract, params) {
    const bare = contract.bareParams ? (params as { value?: unknown }).value : params
    const body = stringifyJsonBytes({ jsonrpc: '2.0', id: '0', method: name, params: bare })
    return { path: '/json_rpc', body, contentType: jsonType }
  },
  json: (name, _, params) => ({
    path: `/${name}`,
    body: stringifyJsonBytes(params),
    contentType: jsonType,
  }),
  bin(name, contract, params) {
    const path = `/${name}.bin`
    if (contract.codec === 'json')
      return { path, body: stringifyJsonBytes(params), contentType: jsonType }
    const body = epeeFrom(contract.params, params as Input<Fields>)
    return { path, body, contentType: binary }
  },
}

const sent = (post: Post, { path, body, contentType }: CallRequest, contract: DaemonContract) =>
  post(path, body, contentType, contract.once === true)

/** JSON-RPC: every call at one path, params and result in an envelope. */
function overRpc(post: Post): Transport {
  return async (name, contract, params) => {
    const bytes = await sent(post, requestOf.rpc(name, contract, params), contract)
    const result = parseAnswer(name, () => unwrap(name, readJson(bytes)))
    return checked(name, contract, contract.bareResult ? { value: result } : result)
  }
}

/** Calls at a path of their own, JSON in and out. */
function overJson(post: Post): Transport {
  return async (name, contract, params) => {
    const bytes = await sent(post, requestOf.json(name, contract, params), contract)
    return readChecked(name, contract, bytes)
  }
}

/** Calls at `/NAME.bin`, epee's portable storage in and out. */
function overBinary(post: Post): Transport {
  return async (name, contract, params) => {
    const bytes = await sent(post, requestOf.bin(name, contract, params), contract)
    if (contract.codec === 'json') return readChecked(name, contract, bytes)
    const result = parseAnswer(name, () => epeeTo(contract.result, bytes))
    requireOkStatus(name, contract, result)
    return result
  }
}

const jsonType = 'application/json'
const binary = 'application/octet-stream'

// A node writes binary fields raw into its JSON: a character a byte keeps them.
const readJson = (bytes: Uint8Array) => parseJsonBytes(bytes, { text: 'bytes' })

function unwrap(name: string, envelope: unknown): unknown {
  if (typeof envelope !== 'object' || envelope === null)
    throw new AnswerError(name, 'not a JSON-RPC answer')
  const { result, error } = envelope as { result?: unknown; error?: unknown }
  if (error === undefined) return result
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof message !== 'string' || typeof code !== 'number')
    throw new AnswerError(name, 'an error without code and message')
  throw new DaemonError(name, message, code)
}

const readChecked = (name: string, contract: DaemonContract, bytes: Uint8Array) =>
  checked(
    name,
    contract,
    parseAnswer(name, () => readJson(bytes)),
  )

// A refusal may hold nothing but its status: that comes first.
function checked(name: string, contract: DaemonContract, answer: unknown) {
  requireOkStatus(name, contract, answer)
  return parseAnswer(name, () => object(contract.result).parse(answer, ''))
}
