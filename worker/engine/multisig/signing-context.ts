/**
 * The parts of a group's transaction that follow from its inputs and payments: every member derives
 * the same ones.
 *
 * @module
 * @see monero src/multisig/multisig_tx_builder_ringct.cpp tx_builder_ringct_t::init
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { RingCt } from '#protocol/chain/ringct.ts'
import { shapeOf, type TransactionPrefix } from '#protocol/chain/transaction.ts'
import { writePrefix, writeRingCtBase } from '#protocol/chain/write.ts'
import type { Crypto } from '#wasm/types.ts'
import { prefixOf, type Input } from '../tx/build.ts'
import type { TransactionDraft } from '../tx/draft.ts'
import type { Layout } from '../tx/layout.ts'
import { makeOutputs, type MadeOutputs, type TxKeys } from '../tx/outputs.ts'
import { txKeysOf } from './tx-keys.ts'

export type SigningContext = {
  keys: TxKeys
  prefix: TransactionPrefix
  base: RingCt
  /** As encoded in the transaction. */
  prefixBytes: Uint8Array
  baseBytes: Uint8Array
  /** The caller wipes its masks. */
  made: MadeOutputs
}

/** The data of a draft besides its inputs. */
export type DraftTerms = Pick<TransactionDraft, 'fee' | 'paymentId' | 'unlockTime'>

/** In consensus order: by key image, descending. */
export const inOrder = (inputs: readonly Input[]): Input[] =>
  [...inputs].sort((a, b) => (bytesToHex(a.keyImage) < bytesToHex(b.keyImage) ? 1 : -1))

/**
 * @param inputs - In order. @param layout - Its outputs in the order of the transaction.
 * @throws {RpcError} When an address is invalid.
 */
export function signingContextOf(
  crypto: Crypto,
  viewSecret: Uint8Array,
  terms: DraftTerms,
  inputs: readonly Input[],
  layout: Layout,
  entropy: Uint8Array,
): SigningContext {
  const images = inputs.map(({ keyImage }) => keyImage)
  const keys = txKeysOf(crypto, layout, entropy, images)
  const made = makeOutputs(crypto, layout, keys, viewSecret, terms.paymentId)
  const prefix = prefixOf({ ...terms, ringct: true }, inputs, made)
  const base: RingCt = {
    type: 6,
    fee: terms.fee,
    pseudoOutputs: [],
    ecdh: made.ecdh,
    outputCommitments: made.commitments,
  }
  const baseBytes = writeRingCtBase(base, shapeOf(prefix))
  return { keys, prefix, base, prefixBytes: writePrefix(prefix), baseBytes, made }
}
