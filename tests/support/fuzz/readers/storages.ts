/**
 * Requests and answers: portable storage and JSON, alone and by the contracts of calls.
 *
 * @module
 */
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { bin, json as jsonTable, rpc } from '#protocol/daemon/calls.ts'
import { answerEnd } from '#protocol/daemon/answer-end.ts'
import { BlocksCutter } from '#protocol/daemon/blocks-cutter.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { AnswerError, DaemonError } from '#protocol/daemon/errors.ts'
import { nodeSamples } from '#protocol/daemon/node-samples.ts'
import { EpeeError, epeeFrom, epeeTo, readEpee } from '#protocol/epee/epee.ts'
import { FieldError, object, type Fields } from '#protocol/fields.ts'
import { JsonError, parseJsonBytes, stringifyJson } from '#protocol/json/json.ts'
import { readCall } from '#protocol/json/jsonrpc.ts'
import { parseRequest } from '#protocol/json/request-json.ts'
import { jsonCalls } from '#protocol/upstream.ts'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { parseParams } from '../../../../proxy/params.ts'
import * as walletMethods from '../../../../worker/rpc/methods.ts'
import { corpora } from '../corpora.ts'
import type { Draw } from '../draw.ts'
import { drawEpee, drawJson } from '../inputs/by-contract.ts'
import { altered, mixed } from '../inputs/mixed.ts'
import {
  attempt,
  attemptLater,
  requireEqual,
  requireSame,
  shown,
  type FuzzedReader,
} from '../reader.ts'

/** Params and results of all binary calls. */
const storages: readonly Fields[] = Object.values<DaemonContract>(bin).flatMap(
  ({ params, result }) => [params, result],
)

/** The fields that an input is read as follow from its length, so that each is asked for something else. */
const byLength = <T>(list: readonly T[], { length }: Uint8Array) => list[length % list.length]!

function epee(bytes: Uint8Array): boolean {
  const read = attempt(() => readEpee(bytes), EpeeError)
  for (const fields of [byLength(storages, bytes), ...storages.slice(0, 2)]) {
    const value = attempt(() => epeeTo(fields, bytes), EpeeError, FieldError)
    if (value) requireWritten(fields, value)
  }
  attempt(() => answerEnd(bytes), EpeeError, FieldError)
  attempt(() => cut(bytes), EpeeError, FieldError)
  return read !== undefined
}

function requireWritten(fields: Fields, value: object) {
  const written = epeeFrom(fields, value as never)
  requireSame('a storage', epeeFrom(fields, epeeTo(fields, written) as never), written)
}

/** As an answer that arrives in pieces. */
function cut(bytes: Uint8Array) {
  const cutter = new BlocksCutter({ blocks: 2, transactions: 10, bytes: 10_000 })
  const step = Math.max(100, bytes.length >> 3)
  for (let at = 0; at < bytes.length; at += step) cutter.push(bytes.slice(at, at + step))
  cutter.end()
}

function json(bytes: Uint8Array): boolean {
  const readings = [
    () => parseJsonBytes(bytes),
    () => parseJsonBytes(bytes, { text: 'bytes', integers: 'bigint' }),
    () => parseRequest(bytes),
    () => parseRequest(bytes, { keepsEmpty: true }),
  ].map((read) => attempt(read, JsonError))
  readCall(bytes)
  bytesToLatin1(bytes)
  for (const value of readings) {
    if (value === undefined) continue
    const written = stringifyJson(value)
    // Lists of requests may nest deeper than those of answers.
    const again = attempt(() => parseJsonBytes(new TextEncoder().encode(written)), JsonError)
    if (again !== undefined && stringifyJson(again) !== written)
      throw new Error('what was read is not written so that it is read again')
  }
  return readings.some((value) => value !== undefined)
}

const daemonCalls = [
  ...Object.values<DaemonContract>(rpc),
  ...Object.values<DaemonContract>(jsonTable),
]
const walletCalls = Object.values(walletMethods)

const anyContract = (draw: Draw, fields: readonly Fields[]) =>
  utf8ToBytes(drawJson(draw, draw.pick(fields)))

/** The text is read as every call, until one accepts it: contracts have their own types, and share names. */
function daemonParams(bytes: Uint8Array): boolean {
  const given = attempt(() => parseRequest(bytes, { keepsEmpty: true }), JsonError)
  if (given === undefined) return false
  let isRead = false
  for (const { params } of daemonCalls)
    isRead = isAccepted(() => parseParams(params, given)) || isRead
  return isRead
}

/** A refusal names the field, what was expected and the kind of value that came. */
function isAccepted(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof FieldError && /^[\w.[\]]+: expected [^:]+, got /.test(error.message))
      return false
    throw error
  }
}

function walletParams(bytes: Uint8Array): boolean {
  const call = readCall(bytes)
  const params = 'code' in call ? attempt(() => parseRequest(bytes), JsonError) : call.params
  if (params === undefined) return false
  let isRead = false
  for (const method of walletCalls)
    isRead = isAccepted(() => object(method.params).parse(params, '')) || isRead
  return isRead
}

/** An answer to the call that the first byte names, over the transport of wallet and proxy. */
async function daemonAnswer(bytes: Uint8Array): Promise<boolean> {
  const [call = 0] = bytes
  const body = bytes.subarray(1)
  const calls = jsonCalls({ rpc, json: jsonTable }, async () => body)
  const all = [...Object.values(calls.rpc), ...Object.values(calls.json)]
  const send = all[call % all.length]!
  const answer = await attemptLater(
    () => send({} as never) as Promise<unknown>,
    AnswerError,
    DaemonError,
  )
  const samples = attempt(() => nodeSamples.parse(parseJsonBytes(body), ''), FieldError, JsonError)
  if (samples) requireEqual('samples', shown(nodeSamples.parse(samples, '')), shown(samples))
  return answer !== undefined || samples !== undefined
}

function drawAnswer(draw: Draw): Uint8Array {
  if (draw.oneIn(4))
    return concatBytes(Uint8Array.of(0), anyContract(draw, [nodeSamples.inside.fields!]))
  const call = draw.below(daemonCalls.length)
  const result = drawJson(draw, daemonCalls[call]!.result)
  const isBare = call >= Object.keys(rpc).length
  const outer = draw.lies() ? draw.pick(['error', 'params']) : 'result'
  const body = isBare ? result : `{"id":"0","jsonrpc":"2.0","${outer}":${result}}`
  return concatBytes(Uint8Array.of(call), utf8ToBytes(body))
}

export const storageReaders: readonly FuzzedReader[] = [
  {
    name: 'epee',
    reads:
      'portable storage: `readEpee`, `epeeTo` by every binary contract, `answerEnd`, `BlocksCutter`',
    from: 'daemon',
    inputs:
      'recorded bodies, mutated; storages of every binary contract with false types, counts, names and depths',
    holds: 'a value that a contract accepts is written so that it is read again',
    share: 100,
    mostSteps: 60,
    input: mixed(corpora.epee, (draw) => drawEpee(draw, draw.pick(storages))),
    read: epee,
  },
  {
    name: 'json',
    reads: 'JSON: `parseJsonBytes`, `parseRequest`, `readCall`',
    from: 'client',
    inputs:
      'recorded bodies, mutated; objects of every contract with false types, numbers, names, escapes and depths',
    holds: 'what was read is written so that it is read again',
    share: 120,
    mostSteps: 60,
    input: mixed(corpora.json, (draw) =>
      anyContract(
        draw,
        draw.oneIn(2)
          ? daemonCalls.map(({ params }) => params)
          : walletCalls.map(({ params }) => params as Fields),
      ),
    ),
    read: json,
  },
  {
    name: 'daemon-params',
    reads: 'params of all JSON calls of the node: `parseRequest`, `parseParams`',
    from: 'client',
    inputs: 'objects of every contract of `rpc` and `json`, as above',
    holds: 'a refusal names the field',
    share: 30,
    mostSteps: 80,
    input: altered((draw) =>
      anyContract(
        draw,
        daemonCalls.map(({ params }) => params),
      ),
    ),
    read: daemonParams,
  },
  {
    name: 'wallet-params',
    reads: 'params of all wallet methods: `readCall`, `Field.parse`',
    from: 'client',
    inputs: 'objects of every wallet contract, as above',
    holds: 'a refusal names the field',
    share: 20,
    mostSteps: 100,
    input: altered((draw) =>
      anyContract(
        draw,
        walletCalls.map(({ params }) => params as Fields),
      ),
    ),
    read: walletParams,
  },
  {
    name: 'daemon-answer',
    reads: 'JSON answers of a daemon and samples of a proxy: `jsonCalls`, `nodeSamples`',
    from: 'daemon',
    inputs: 'objects of every result of `rpc` and `json`, as above',
    holds: 'samples are the same when they are read again',
    share: 50,
    input: altered(drawAnswer),
    read: daemonAnswer,
  },
]
