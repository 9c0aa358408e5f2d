/**
 * Prepares transactions for the ledger: all cryptography is done here.
 *
 * @module
 */
import { sumOfAmounts } from '#protocol/bigint.ts'
import { parseExtra, type ExtraField } from '#protocol/chain/extra.ts'
import { absoluteOffsets } from '#protocol/chain/offsets.ts'
import type { ParsedTransaction, Transaction, TxInput } from '#protocol/chain/transaction.ts'
import { transactionSize } from '#protocol/chain/weights.ts'
import { RpcError } from '#protocol/errors.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import {
  findOutputs,
  noPaymentId,
  receivedPaymentId,
  type OutputFinder,
  type FoundOutput,
} from './identify-outputs.ts'
import { isTrap, type ScanHit } from './scan-batches.ts'
import { TransactionScan } from './transaction-scan.ts'

/** A transaction from a row of the scan feed, which has no ring members and shorter commitments. */
export type RowTransaction = Transaction & {
  /** What its parts do not tell: fee in piconero, bytes of the whole transaction. */
  row: { fee: bigint; size: number }
}

/** A transaction before its scan hits are resolved. */
export type IncomingTransaction = {
  txid: string
  tx: ParsedTransaction | RowTransaction
  coinbase: boolean
  /** Whether its bytes hash to its id. */
  proved: boolean
  /** Set for a row: whether this release or a second server has the same chunk. */
  pinned?: boolean
  /** One an output; empty for a transaction of the pool. */
  globalIndices: readonly bigint[]
  /** Of its block; 0 in the pool. */
  height: bigint
  /** Unix seconds: of its block, or when it was seen in the pool. */
  timestamp: bigint
  /** Rules of its block; 0 in the pool. */
  version: number
}

/** A transaction with its own outputs and inputs. */
export type ResolvedTransaction = IncomingTransaction & {
  found: FoundOutput[]
  /** Whether every key was tried with every output. */
  isScanned: boolean
  /** Of all its inputs, in hex; in a row only the first 8 bytes of those that are not own. */
  keyImages: string[]
  /** Of the payment to this wallet. */
  paymentId: string
  extra: readonly ExtraField[]
}

/**
 * Resolves the scan hits of a transaction.
 *
 * @throws RpcError that names block and transaction, when the cryptography module fails.
 */
export async function resolveTransaction(
  finder: OutputFinder,
  incoming: IncomingTransaction,
  hits: readonly ScanHit[] | TransactionScan,
): Promise<ResolvedTransaction> {
  const { crypto, secrets } = finder
  const { tx, coinbase, version } = incoming
  const found = await findOutputs(finder, tx, coinbase, hits).catch((error: unknown) => {
    throw isTrap(error) ? moduleFails(incoming) : error
  })
  const extra = parseExtra(tx.extra).fields
  return {
    ...incoming,
    found,
    isScanned: !(hits instanceof TransactionScan) || hits.isComplete,
    keyImages: tx.inputs.filter(isKey).map(({ keyImage }) => bytesToHex(keyImage)),
    paymentId:
      found.length > 0
        ? receivedPaymentId(crypto, secrets.viewSecret, extra, version)
        : noPaymentId,
    extra,
  }
}

function moduleFails({ txid, height }: IncomingTransaction): RpcError {
  const place = height > 0n ? `of block ${height}` : 'of the pool'
  return new RpcError(
    'UNKNOWN_ERROR',
    `transaction ${txid} ${place} cannot be scanned: the cryptography module fails, which can be for lack of memory. ` +
      'Restart the wallet and refresh again',
  )
}

export type KeyInput = Extract<TxInput, { kind: 'key' }>

export const isKey = (input: TxInput): input is KeyInput => input.kind === 'key'

/** Ring member indices of each input, absolute; none for a row. */
export const ringsOf = (tx: IncomingTransaction['tx']): bigint[][] =>
  'row' in tx ? [] : tx.inputs.filter(isKey).map(({ keyOffsets }) => absoluteOffsets(keyOffsets))

/** Bytes of the whole transaction. */
export const sizeOf = (tx: IncomingTransaction['tx']): number =>
  'row' in tx ? tx.row.size : transactionSize(tx)

/** The fee in piconero; in version 1 it is the difference of inputs and outputs. */
export function feeOf({ tx, coinbase }: Pick<IncomingTransaction, 'tx' | 'coinbase'>): bigint {
  if (coinbase) return 0n
  if ('row' in tx) return tx.row.fee
  if (tx.version === 2) return tx.ringct?.fee ?? 0n
  return sumOfAmounts(tx.inputs.filter(isKey)) - sumOfAmounts(tx.outputs)
}
