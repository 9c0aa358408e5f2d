/**
 * `/send_raw_transaction`: from bytes to the pool.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp on_send_raw_tx
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { transactionId } from '#protocol/chain/hashes.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Id, Refusal } from '../types.ts'
import { readSubmitted } from '../verify/admission.ts'
import { refuse } from '../verify/refusal.ts'
import { isSane } from '../verify/sanity.ts'
import type { TransactionPool } from './transaction-pool.ts'

export type SubmitPorts = {
  crypto: Crypto
  pool: TransactionPool
  /** Whether the chain has the transaction. */
  isInChain: (id: Id) => boolean
  /** Number of RingCT outputs that are old enough to be spent. */
  matureOutputs: () => bigint
}

export type SubmitOptions = { doNotRelay: boolean; sanityChecks: boolean }

/** `relayed` is false for a transaction that is not to be relayed, or that is already known. */
export type Submitted = { id: Id; relayed: boolean } | Refusal

/** Adds a transaction of a client to the pool. */
export function submit(ports: SubmitPorts, blob: Uint8Array, options: SubmitOptions): Submitted {
  const { crypto, pool, isInChain, matureOutputs } = ports
  const tx = readSubmitted(blob)
  const isRead = !('flags' in tx)
  if (options.sanityChecks && !(isRead && isSane(tx, matureOutputs())))
    return refuse('sanity', 'sanity_check_failed')
  if (!isRead) return tx
  if (tx.inputs.length === 0) return refuse('no inputs', 'invalid_input')

  const id = idOf(crypto, tx)
  if (pool.has(id) || isInChain(id)) return { id, relayed: false }
  const refusal = pool.add(tx, id, options.doNotRelay ? 'none' : 'fluff')
  return refusal ?? { id, relayed: !options.doNotRelay }
}

const idOf = (crypto: Crypto, tx: ParsedTransaction): Id =>
  bytesToHex(transactionId(tx, undefined, (data) => crypto.keccak256(data)))
