/**
 * All parsers of untrusted bytes, and the properties that their results must have.
 *
 * @module
 */
import { bytesToLatin1 } from '#protocol/bytes.ts'
import { blockHashingBlob, blockId, parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { blockJson, transactionJson } from '#protocol/chain/decoded.ts'
import { parseExtra, paymentId, publicKeys, writeExtra } from '#protocol/chain/extra.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { Skim, skimExtra } from '#protocol/chain/skim.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { writePrefix, writeTransaction } from '#protocol/chain/write.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { BlocksCutter } from '#protocol/daemon/blocks-cutter.ts'
import { answerEnd } from '#protocol/daemon/answer-end.ts'
import type { DaemonContract } from '#protocol/daemon/contract.ts'
import { EpeeError, epeeTo, readEpee } from '#protocol/epee/epee.ts'
import { FieldError, type Fields } from '#protocol/fields.ts'
import { JsonError, parseJsonBytes, stringifyJson } from '#protocol/json/json.ts'
import { readCall } from '#protocol/json/jsonrpc.ts'
import { parseRequest } from '#protocol/json/request-json.ts'

/** Reads a blob in every way there is; whether it was understood in any. Throws for a bug alone. */
type Reading = (bytes: Uint8Array) => boolean

/** What `read` makes of the bytes; undefined where it refuses them by an error of its own. */
function attempt<T>(read: () => T, ...own: (new (...args: never[]) => Error)[]): T | undefined {
  try {
    return read()
  } catch (error) {
    if (own.some((kind) => error instanceof kind)) return undefined
    throw error
  }
}

function same(what: string, ours: Uint8Array, read: Uint8Array) {
  const differs = ours.length !== read.length || ours.some((byte, at) => byte !== read[at])
  if (differs) throw new Error(`${what} is not written as it was read`)
}

function block(bytes: Uint8Array): boolean {
  const read = attempt(() => parseBlock(bytes), ChainError)
  if (!read) return false
  same('a block', writeBlock(read), bytes)
  attempt(() => [blockId(read), blockHashingBlob(read), blockJson(read)], ChainError)
  return true
}

function transaction(bytes: Uint8Array): boolean {
  const whole = attempt(() => parseTransaction(bytes), ChainError)
  const pruned = attempt(() => parseTransaction(bytes, { pruned: true }), ChainError)
  for (const prunedToo of [false, true]) new Skim(bytes).transaction(0, bytes.length, prunedToo)
  if (whole) checkTransaction(whole, bytes)
  if (pruned) attempt(() => transactionJson(pruned, { pruned: true }), ChainError)
  if (whole && pruned?.baseSize !== whole.baseSize) throw new Error('pruned, its base is another')
  return whole !== undefined || pruned !== undefined
}

function checkTransaction(tx: ParsedTransaction, bytes: Uint8Array) {
  same('a prefix', writePrefix(tx), bytes.subarray(0, tx.prefixSize))
  const type = tx.ringct?.type ?? 0
  // Of the older types nothing is written, or signed, any more.
  if (type === 0 || type === 6) same('a transaction', writeTransaction(tx), bytes)
  attempt(() => transactionWeight(tx), ChainError)
  attempt(() => transactionJson(tx), ChainError)
  if (tx.ringct) transactionId(tx)
  parseExtra(tx.extra)
}

/** Whatever stands there, it is carried: nothing is refused. */
function extra(bytes: Uint8Array): boolean {
  const { fields, rest } = parseExtra(bytes)
  paymentId(fields)
  const { own } = skimExtra(bytes, 0, bytes.length)
  if (own.length !== publicKeys(fields).length) throw new Error('a public key is overlooked')
  return attempt(() => writeExtra(fields), ChainError) !== undefined && rest.length === 0
}

/** One of them for each blob, so that each is asked for something else. */
const storages: readonly Fields[] = Object.values<DaemonContract>(bin).flatMap(
  ({ params, result }) => [params, result],
)

function epee(bytes: Uint8Array): boolean {
  const read = attempt(() => readEpee(bytes), EpeeError)
  const fields = storages[bytes.length % storages.length]!
  attempt(() => epeeTo(fields, bytes), EpeeError, FieldError)
  attempt(() => answerEnd(bytes), EpeeError, FieldError)
  attempt(() => cut(bytes), EpeeError, FieldError)
  return read !== undefined
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

/** By the kind of blob. */
export const readers = { block, transaction, extra, epee, json } satisfies Record<string, Reading>
export type Kind = keyof typeof readers
