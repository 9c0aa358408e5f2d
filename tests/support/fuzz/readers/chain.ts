/**
 * Blocks, transactions and their extra.
 *
 * @module
 */
import { blockHashingBlob, blockId, parseBlock, writeBlock } from '#protocol/chain/block.ts'
import { blockJson, transactionJson } from '#protocol/chain/decoded.ts'
import { parseExtra, paymentId, publicKeys, writeExtra } from '#protocol/chain/extra.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { publishedBlock, publishedTransaction } from '#protocol/chain/published.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { Skim, skimExtra } from '#protocol/chain/skim.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { writePrefix, writeTransaction } from '#protocol/chain/write.ts'
import { corpora } from '../corpora.ts'
import { mixed } from '../inputs/mixed.ts'
import { drawBlock, drawExtra, drawTransaction } from '../inputs/transactions.ts'
import { attempt, requireSame, type FuzzedReader } from '../reader.ts'

function block(bytes: Uint8Array): boolean {
  const read = attempt(() => parseBlock(bytes), ChainError)
  if (!read) return false
  requireSame('a block', writeBlock(read), bytes)
  attempt(() => [blockId(read), blockHashingBlob(read), blockJson(read)], ChainError)
  publishedBlock(read)
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
  requireSame('a prefix', writePrefix(tx), bytes.subarray(0, tx.prefixSize))
  const type = tx.ringct?.type ?? 0
  // Of the older types nothing is written, or signed, any more.
  if (type === 0 || type === 6) requireSame('a transaction', writeTransaction(tx), bytes)
  attempt(() => transactionWeight(tx), ChainError)
  attempt(() => transactionJson(tx), ChainError)
  publishedTransaction(tx)
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

export const chainReaders: readonly FuzzedReader[] = [
  {
    name: 'block',
    reads: 'blocks: `parseBlock`, `blockId`, `blockJson`, `publishedBlock`',
    from: 'daemon',
    inputs: 'recorded blocks, mutated; headers, miner transactions of every kind and lists of ids',
    holds: 'the block is written as it was read',
    share: 80,
    mostSteps: 400,
    input: mixed(corpora.block, drawBlock),
    read: block,
  },
  {
    name: 'transaction',
    reads:
      'transactions, whole and pruned: `parseTransaction`, `Skim`, `transactionJson`, `publishedTransaction`',
    from: 'daemon',
    inputs:
      'recorded transactions, mutated; versions 1 and 2, all types of RingCT, whole and pruned',
    holds:
      'prefix and transaction are written as they were read; pruned and whole have the same base',
    share: 100,
    mostSteps: 60,
    input: mixed(corpora.transaction, drawTransaction),
    read: transaction,
  },
  {
    name: 'extra',
    reads: 'the extra of transactions: `parseExtra`, `skimExtra`, `paymentId`',
    from: 'daemon',
    inputs: 'recorded extras, mutated; fields of every tag, repeated, nested and cut',
    holds: 'nothing is refused; parser and skim find the same public keys',
    share: 120,
    mostSteps: 30,
    input: mixed(corpora.extra, drawExtra),
    read: extra,
  },
]
