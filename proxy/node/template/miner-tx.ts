/**
 * Makes the miner transaction of a block.
 *
 * @module
 * @see monero src/cryptonote_core/cryptonote_tx_utils.cpp construct_miner_tx
 */
import type { Address } from '#protocol/address.ts'
import { writeExtra, type ExtraField } from '#protocol/chain/extra.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import { minedUnlockWindow } from '#protocol/rules/limits.ts'
import type { Crypto } from '#wasm/types.ts'

/** The parts that do not depend on the amount. */
export type MinerKeys = {
  /** Public key of the transaction, 32 bytes. */
  publicKey: Uint8Array
  /** The one-time key of the output. */
  outputKey: Uint8Array
  viewTag: number
}

/** Keys of a new transaction; undefined for an address whose keys are not points. */
export function minerKeys(crypto: Crypto, { spendKey, viewKey }: Address): MinerKeys | undefined {
  const secret = crypto.randomScalar()
  const derivation = crypto.keyDerivation(viewKey, secret)
  const outputKey = derivation && crypto.derivePublicKey(derivation, 0, spendKey)
  if (!derivation || !outputKey) return undefined
  const publicKey = crypto.multiplyBase(secret)
  secret.fill(0)
  return { publicKey, outputKey, viewTag: crypto.deriveViewTag(derivation, 0) }
}

/**
 * One RingCT output with a view tag, as required from version 15 on.
 *
 * @param amount - Reward and fees, in piconero.
 * @param padding - Zero bytes at the end of extra.
 */
export function minerTransaction(
  { publicKey, outputKey, viewTag }: MinerKeys,
  height: bigint,
  amount: bigint,
  extraNonce: Uint8Array,
  padding: number,
): ParsedTransaction {
  const fields: ExtraField[] = [{ kind: 'publicKey', key: publicKey }]
  if (extraNonce.length > 0) fields.push({ kind: 'nonce', nonce: extraNonce })
  if (padding > 0) fields.push({ kind: 'padding', size: padding })
  return parseTransaction(
    writeTransaction({
      version: 2,
      unlockTime: height + minedUnlockWindow,
      inputs: [{ kind: 'gen', height }],
      outputs: [{ amount, key: outputKey, viewTag }],
      extra: writeExtra(fields),
      ringct: { type: 0, fee: 0n, pseudoOutputs: [], ecdh: [], outputCommitments: [] },
    }),
  )
}
