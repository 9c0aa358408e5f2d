/**
 * Calls to a node: typed functions from the contract tables, over any transport of bytes.
 *
 * @module
 */
import type { Client } from './contract.ts'
import type { DaemonContract } from './daemon/contract.ts'
import { bin, json, rpc } from './daemon/wallet-tables.ts'
import { AnswerError, DaemonError, parseAnswer, requireOkStatus } from './daemon/errors.ts'
import { object, type Fields, type Input } from './fields.ts'
import { epeeFrom, epeeTo } from './epee/epee.ts'
import { parseJsonBytes, stringifyJsonBytes } from './json/json.ts'
import { wallet2JsonBytes } from './json/wallet2-json.ts'

/**
 * Posts a body to a path of the node and resolves to the body of the answer.
 *
 * @param once - The call has an effect: an unanswered request must not be sent again.
 * @throws ConnectionError without an answer, or for an HTTP status other than 200.
 */
export type Post = (
  path: string,
  body: Uint8Array,
  contentType: string,
  once: boolean,
) => Promise<Uint8Array>

/** The body of an answer as a stream. */
export type BodyReader = {
  /** The next bytes; undefined after the last. @throws ConnectionError */
  read(): Promise<Uint8Array | undefined>
  /** Cancels the stream: the rest is dropped, and reads reject. */
  cancel(): void
}

/** As {@link Post}, for an answer that is read as a stream. */
export type PostForStream = (
  path: string,
  body: Uint8Array,
  contentType: string,
) => Promise<BodyReader>

/**
 * Sends one call to a node and checks the result: JSON-RPC, JSON or epee. Independent of the method.
 *
 * @throws DaemonError, AnswerError, and the errors of `Post`.
 */
export type Transport = (
  name: string,
  contract: DaemonContract,
  params: unknown,
) => Promise<unknown>

/** The calls of a node's JSON-RPC. */
export const rpcCalls = (post: Post) => upstream(rpc, overRpc(post))

/** Calls in JSON of other tables, for programs that make others than a wallet. */
export const jsonCalls = <
  Rpc extends Record<string, DaemonContract>,
  Json extends Record<string, DaemonContract>,
>(
  tables: { rpc: Rpc; json: Json },
  post: Post,
) => ({ rpc: upstream(tables.rpc, overRpc(post)), json: upstream(tables.json, overJson(post)) })

/** Calls of another table in portable storage. */
export const binaryCalls = <Bin extends Record<string, DaemonContract>>(table: Bin, post: Post) =>
  upstream(table, overBinary(post))

/** All calls of a node, over one transport. */
export const daemonCalls = (post: Post, postForStream: PostForStream) => ({
  rpc: rpcCalls(post),
  json: upstream(json, overJson(post)),
  bin: binaryCalls(bin, post),
  blocksArriving: (params: Input<typeof bin.get_blocks.params>) =>
    postForStream(...streamed('get_blocks', bin.get_blocks, params)),
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

/** The request of one call, at the path of its name. */
export type CallRequest = { path: string; body: Uint8Array<ArrayBuffer>; contentType: string }

/** Encodes a call of a table. @throws FieldError by `bin`, for params that do not fit. */
export type RequestOf = (name: string, contract: DaemonContract, params: unknown) => CallRequest

const requestsIn = (
  jsonBytes: (value: unknown) => Uint8Array<ArrayBuffer>,
): Record<'rpc' | 'json' | 'bin', RequestOf> => ({
  rpc(name, contract, params) {
    const bare = contract.bareParams ? (params as { value?: unknown }).value : params
    const body = jsonBytes({ jsonrpc: '2.0', id: '0', method: name, params: bare })
    return { path: '/json_rpc', body, contentType: jsonType }
  },
  json: (name, _, params) => ({
    path: `/${name}`,
    body: jsonBytes(params),
    contentType: jsonType,
  }),
  bin(name, contract, params) {
    const path = `/${name}.bin`
    if (contract.codec === 'json') return { path, body: jsonBytes(params), contentType: jsonType }
    const body = epeeFrom(contract.params, params as Input<Fields>)
    return { path, body, contentType: binary }
  },
})

/** Requests as documents show them, under the names of the tables. */
export const requestOf = requestsIn(stringifyJsonBytes)

const wallet2Requests = requestsIn(wallet2JsonBytes)

/**
 * The request as wallet2 sends it, without the signature in `client`. That signature would link all requests
 * of a session. The member stays, empty as in the requests that wallet2 does not sign.
 *
 * @see monero src/wallet/wallet2.cpp get_client_signature, get_current_hard_fork
 */
function wallet2Request(
  route: 'rpc' | 'json' | 'bin',
  name: string,
  contract: DaemonContract,
  params: unknown,
): CallRequest {
  const written = {
    ...('client' in contract.params && { client: '' }),
    ...contract.sentDefaults,
    ...(params as object),
  }
  return wallet2Requests[route](contract.sentAs ?? name, contract, written)
}

function streamed(
  name: string,
  contract: DaemonContract,
  params: unknown,
): Parameters<PostForStream> {
  const { path, body, contentType } = wallet2Request('bin', name, contract, params)
  return [path, body, contentType]
}

const sent = (post: Post, { path, body, contentType }: CallRequest, contract: DaemonContract) =>
  post(path, body, contentType, contract.once === true)

/** JSON-RPC: all calls at one path, params and result in an envelope. */
function overRpc(post: Post): Transport {
  return async (name, contract, params) => {
    const bytes = await sent(post, wallet2Request('rpc', name, contract, params), contract)
    const result = parseAnswer(name, () => unwrap(name, readJson(bytes)))
    return checked(name, contract, contract.bareResult ? { value: result } : result)
  }
}

/** Calls with a path each, JSON in and out. */
function overJson(post: Post): Transport {
  return async (name, contract, params) => {
    const bytes = await sent(post, wallet2Request('json', name, contract, params), contract)
    return readChecked(name, contract, bytes)
  }
}

/** Calls at `/NAME.bin`, epee's portable storage in and out. */
function overBinary(post: Post): Transport {
  return async (name, contract, params) => {
    const bytes = await sent(post, wallet2Request('bin', name, contract, params), contract)
    if (contract.codec === 'json') return readChecked(name, contract, bytes)
    const result = parseAnswer(name, () => epeeTo(contract.result, bytes))
    requireOkStatus(name, contract, result)
    return result
  }
}

const jsonType = 'application/json'
const binary = 'application/octet-stream'

// A node writes binary fields raw into its JSON: one character per byte keeps them.
const readJson = (bytes: Uint8Array) => parseJsonBytes(bytes, { text: 'bytes' })

function unwrap(name: string, envelope: unknown): unknown {
  if (typeof envelope !== 'object' || envelope === null)
    throw new AnswerError(name, 'expected a JSON-RPC answer')
  const { result, error } = envelope as { result?: unknown; error?: unknown }
  if (error === undefined) return result
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof message !== 'string' || typeof code !== 'number')
    throw new AnswerError(name, 'expected an error with code and message')
  throw new DaemonError(name, message, code)
}

const readChecked = (name: string, contract: DaemonContract, bytes: Uint8Array) =>
  checked(
    name,
    contract,
    parseAnswer(name, () => readJson(bytes)),
  )

// A refusal may contain only a status, so it is checked first.
function checked(name: string, contract: DaemonContract, answer: unknown) {
  requireOkStatus(name, contract, answer)
  return parseAnswer(name, () => object(contract.result).parse(answer, ''))
}
