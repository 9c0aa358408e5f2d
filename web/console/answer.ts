/**
 * Makes a call and formats its answer as JSON with exact integers.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { epeeTo, EpeeError } from '#protocol/epee/epee.ts'
import { FieldError } from '#protocol/fields.ts'
import { Decimal, JsonError, parseJsonBytes, stringifyJson } from '#protocol/json/json.ts'
import { requestOf } from '#protocol/upstream.ts'
import { text } from '../languages/text.ts'
import type { WalletCall } from '../client.ts'
import type { ConsoleCall } from './calls.ts'

export type CallResult = {
  /** The heading; `failed`: whether the call failed. */
  title: string
  failed: boolean
  json: string
}

type Params = { readonly [name: string]: unknown }

/** A failed call returns an answer, too. @param params - The values of the form. */
export async function answerOf(
  { doc, daemon }: ConsoleCall,
  params: Params,
  wallet: WalletCall,
): Promise<CallResult> {
  if (daemon) return daemonAnswer(doc.name, daemon, params)
  const outcome = await wallet(doc.name, params)
  return 'error' in outcome
    ? answer(`Error ${outcome.error.code}`, outcome.error, true)
    : answer(text('Answer'), outcome.result)
}

async function daemonAnswer(
  name: string,
  { route, contract }: NonNullable<ConsoleCall['daemon']>,
  params: Params,
): Promise<CallResult> {
  const { path, body, contentType } = requestOf[route](name, contract, params)
  let response: Response
  let bytes: Uint8Array
  try {
    const headers = { 'content-type': contentType }
    response = await fetch(path, { method: 'POST', headers, body })
    bytes = new Uint8Array(await response.arrayBuffer())
  } catch {
    return { title: 'Server not reachable', failed: true, json: '' }
  }
  if (!response.ok)
    return { title: `HTTP ${response.status}`, failed: true, json: new TextDecoder().decode(bytes) }
  try {
    if (route === 'bin' && contract.codec !== 'json')
      return daemonAnswerOf(epeeTo(contract.result, bytes))
    const parsed = parseJsonBytes(bytes)
    return route === 'rpc' ? rpcAnswerOf(parsed) : daemonAnswerOf(parsed)
  } catch (error) {
    if (error instanceof JsonError || error instanceof EpeeError || error instanceof FieldError)
      return { title: 'Invalid answer', failed: true, json: error.message }
    throw error
  }
}

function rpcAnswerOf(envelope: unknown): CallResult {
  const { result, error } = envelope as { result?: unknown; error?: { code?: unknown } }
  if (error === undefined) return daemonAnswerOf(result)
  return answer(`Error ${String(error.code)}`, error, true)
}

/** A daemon may report an error only by its status. */
function daemonAnswerOf(result: unknown): CallResult {
  const status = (result as { status?: unknown } | null | undefined)?.status
  const refused = typeof status === 'string' && status !== 'OK'
  return answer(refused ? `Refused: ${status}` : text('Answer'), result, refused)
}

const answer = (title: string, value: unknown, failed = false): CallResult => ({
  title,
  failed,
  json: stringifyJson(withHex(value), 2),
})

/** JSON has no bytes: they are shown in hex. */
function withHex(value: unknown): unknown {
  if (value instanceof Uint8Array) return bytesToHex(value)
  if (Array.isArray(value)) return value.map(withHex)
  if (typeof value !== 'object' || value === null || value instanceof Decimal) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withHex(member)]))
}
