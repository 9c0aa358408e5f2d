/**
 * Transactions of the chain and of the pool.
 *
 * @module
 */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import { transactionJson } from '#protocol/chain/decoded.ts'
import { prunableHash } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { json } from '#protocol/daemon/calls.ts'
import type { Answer } from '#protocol/contract.ts'
import type { Value } from '#protocol/fields.ts'
import type { NodeContext } from '../context.ts'
import { StatusError } from './errors.ts'
import { bytesOf, idOf } from './hex-params.ts'
import { okPaid } from './ok-status.ts'
import { visibleEntry } from './visible-entry.ts'

type Contract = typeof json.get_transactions
type Params = Value<Contract['params']>
type Entry = NonNullable<Answer<Contract['result']>['txs']>[number]

/** The parts of a transaction. */
type Parts = {
  pruned: Uint8Array
  /** Empty if it has none, or if it was pruned. */
  prunable: Uint8Array
  /** 32 bytes; zeros for version 1. */
  prunableHash: Uint8Array
}

/** @see monero src/rpc/core_rpc_server.cpp on_get_transactions */
export function getTransactions(context: NodeContext, params: Params): Answer<Contract['result']> {
  const ids = params.txs_hashes.map(transactionId)
  const txs: Entry[] = []
  const missed: string[] = []
  ids.forEach((id, at) => {
    const found = entryOf(context, id, params)
    if (found) txs.push({ tx_hash: params.txs_hashes[at]!, ...found })
    else missed.push(id)
  })
  return {
    ...okPaid,
    txs,
    missed_tx: missed,
    txs_as_hex: txs.map(({ as_hex }) => as_hex ?? ''),
    txs_as_json: params.decode_as_json ? txs.map(({ as_json }) => as_json ?? '') : [],
  }
}

function transactionId(hex: string): string {
  if (!bytesOf(hex)) throw new StatusError('Failed to parse hex representation of transaction hash')
  const id = idOf(hex)
  if (id === undefined) throw new StatusError('Failed, size of data mismatch')
  return id
}

function entryOf(context: NodeContext, id: string, params: Params) {
  const { chain, pool, restricted } = context
  const mined = chain.transaction(id)
  if (mined) {
    const { pruned, prunable = nothing, prunableHash = nullHash, height, outputIndices } = mined
    return {
      ...written({ pruned, prunable, prunableHash }, params),
      in_pool: false,
      double_spend_seen: false,
      block_height: height,
      confirmations: chain.height() - height,
      block_timestamp: chain.infoAt(height)!.timestamp,
      output_indices: outputIndices,
    }
  }
  const waiting = visibleEntry(context, id)
  if (!waiting) return undefined
  return {
    ...written(partsOf(pool.blob(id)!), params),
    in_pool: true,
    double_spend_seen: waiting.doubleSpendSeen,
    relayed: waiting.relayed,
    received_timestamp: restricted ? 0n : waiting.receiveTime,
  }
}

const nothing = new Uint8Array()
const nullHash = new Uint8Array(32)

function partsOf(blob: Uint8Array): Parts {
  const tx = parseTransaction(blob)
  return {
    pruned: blob.subarray(0, tx.baseSize),
    prunable: blob.subarray(tx.baseSize),
    prunableHash: tx.version === 1 ? nullHash : prunableHash(tx),
  }
}

/** The transaction as a whole, or in parts if the request asks for parts or one is missing. */
function written(parts: Parts, { split, prune, decode_as_json }: Params) {
  const { pruned, prunable } = parts
  const isSplit = split || prune || prunable.length === 0
  const isPruned = prune || prunable.length === 0
  const bytes = isPruned ? pruned : concatBytes(pruned, prunable)
  return {
    as_hex: isSplit ? '' : bytesToHex(bytes),
    pruned_as_hex: isSplit ? bytesToHex(pruned) : '',
    prunable_as_hex: isSplit && !prune ? bytesToHex(prunable) : '',
    prunable_hash: bytesToHex(parts.prunableHash),
    as_json: decode_as_json ? decoded(bytes, isPruned) : '',
  }
}

const decoded = (bytes: Uint8Array, pruned: boolean) =>
  transactionJson(parseTransaction(bytes, { pruned }), { pruned })
