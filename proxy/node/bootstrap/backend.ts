/**
 * Lets a bootstrap node answer while our own chain is far behind, and marks its answers as untrusted.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp use_bootstrap_daemon_if_necessary
 */
import { bytesToLatin1, latin1ToBytes } from '#protocol/bytes.ts'
import { EpeeError, epeeTo } from '#protocol/epee/epee.ts'
import { EpeeSkip } from '#protocol/epee/skip.ts'
import { header, types } from '#protocol/epee/types.ts'
import { FieldError, type Fields } from '#protocol/fields.ts'
import { JsonError, parseJson, stringifyJson, stringifyJsonBytes } from '#protocol/json/json.ts'
import { memberOf } from '../../member-of.ts'
import { binaryReply, writtenJsonReply } from '../../replies.ts'
import type { CheckedCall, DaemonBackend } from '../../daemon-backend.ts'
import { readText } from '../../upstream/forward.ts'
import {
  UpstreamUnavailable,
  type UpstreamResponse,
  type UpstreamRequest,
} from '../../upstream/node.ts'
import type { BlockchainReads } from '../blockchain/types.ts'
import type { Bootstrap } from './types.ts'

type Relay = NonNullable<Bootstrap['relay']>

/** Answers from the bootstrap node while it is ahead, otherwise from `own`. */
export function withBootstrap(
  own: DaemonBackend,
  bootstrap: Bootstrap & { relay: Relay },
  chain: Pick<BlockchainReads, 'height'>,
): DaemonBackend {
  const isForwarded = ({ contract }: CheckedCall) =>
    contract.bootstrap !== undefined && bootstrap.isOn()
  const ask = (
    call: CheckedCall,
    path: string,
    body: Uint8Array<ArrayBuffer>,
    contentType: string,
  ) => {
    const { contract, client, signal } = call
    const request: UpstreamRequest = {
      path,
      body,
      contentType,
      once: contract.once === true,
      longAnswer: contract.longAnswer === true,
      client,
      signal: signal(),
    }
    return bootstrap.relay(request, chain.height())
  }
  const marked = (result: object): object =>
    'height_without_bootstrap' in result
      ? {
          ...result,
          untrusted: true,
          bootstrap_daemon_address: bootstrap.address(),
          height_without_bootstrap: chain.height(),
          was_bootstrap_ever_used: true,
        }
      : { ...result, untrusted: true }

  return {
    async rpc(call, id) {
      if (!isForwarded(call)) return own.rpc(call, id)
      const { asked: method, given: params } = call
      const body = stringifyJsonBytes({ jsonrpc: '2.0', id: '0', method, params })
      const answer = await ask(call, '/json_rpc', body, 'application/json')
      const result = answer && (await resultOf(answer, true))
      if (result) return writtenJsonReply(enveloped(marked(result), id))
      return answer ? untrusted(await own.rpc(call, id)) : own.rpc(call, id)
    },
    async json(call) {
      if (!isForwarded(call)) return own.json(call)
      const answer = await ask(call, call.asked, stringifyJsonBytes(call.given), 'application/json')
      const isTaken = answer !== undefined && call.contract.bootstrap === 'answers'
      const result = isTaken && (await resultOf(answer, false))
      if (result) return writtenJsonReply(written(marked(result)))
      return answer ? untrusted(await own.json(call)) : own.json(call)
    },
    async bin(call, body) {
      if (!isForwarded(call)) return own.bin(call, body)
      const answer = await ask(call, call.asked, body, 'application/octet-stream')
      const result = answer && (await storageOf(answer, call.contract.result as Fields))
      return result ? binaryReply(result) : own.bin(call, body)
    },
  }
}

/** The result of an answer; undefined if its status is not OK. */
async function resultOf(
  answer: UpstreamResponse | 'failed',
  inEnvelope: boolean,
): Promise<object | undefined> {
  if (answer === 'failed' || answer.status !== 200) return undefined
  try {
    const value = parseJson(await readText(answer))
    const result = inEnvelope ? memberOf(value, 'result') : value
    return memberOf(result, 'status') === 'OK' ? (result as object) : undefined
  } catch (error) {
    if (error instanceof JsonError || error instanceof UpstreamUnavailable) return undefined
    throw error
  }
}

async function storageOf(
  answer: UpstreamResponse | 'failed',
  fields: Fields,
): Promise<Uint8Array | undefined> {
  if (answer === 'failed' || answer.status !== 200) return undefined
  try {
    const bytes = latin1ToBytes(await readText(answer))
    return epeeTo(fields, bytes).status === 'OK' ? withUntrusted(bytes) : undefined
  } catch (error) {
    const isUnread = error instanceof EpeeError || error instanceof FieldError
    if (isUnread || error instanceof UpstreamUnavailable) return undefined
    throw error
  }
}

/** The same storage with `untrusted` set; undefined if it has no such member. */
function withUntrusted(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined {
  const skip = new EpeeSkip(bytes, header.length)
  for (let left = skip.size(); left > 0; left--) {
    const name = skip.name()
    const at = skip.at
    skip.entry()
    if (name !== 'untrusted' || bytes[at] !== types.bool) continue
    bytes[at + 1] = 1
    return bytes
  }
  return undefined
}

/** Our own answer after the bootstrap node failed, marked as untrusted, as in monerod. */
async function untrusted(answer: Response): Promise<Response> {
  const text = bytesToLatin1(new Uint8Array(await answer.arrayBuffer()))
  return writtenJsonReply(latin1ToBytes(text.replace('"untrusted":false', '"untrusted":true')))
}

/** JSON with one byte for each character, because binary fields of the node arrived that way. */
const written = (result: object) => latin1ToBytes(stringifyJson(result))

/** The same in the envelope of `/json_rpc`. */
const enveloped = (result: object, id: unknown) =>
  latin1ToBytes(
    `{"id":${bytesToLatin1(stringifyJsonBytes(id ?? 0))},"jsonrpc":"2.0","result":${stringifyJson(result)}}`,
  )
