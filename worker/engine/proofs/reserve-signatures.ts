/**
 * The signatures of a proof of reserve: the signed content and its checks.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_reserve_proof, check_reserve_proof
 */
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { joinBytes } from '#protocol/bytes.ts'
import type { ReserveOutput, ReserveProof } from '#protocol/proofs/reserve-proof.ts'
import type { Crypto } from '#wasm/types.ts'

type PublicKeys = { spendKey: Uint8Array; viewKey: Uint8Array }

/** The signed content: the message, the address, and the key images of the outputs. */
export const reserveHash = (
  crypto: Crypto,
  { spendKey, viewKey }: PublicKeys,
  keyImages: readonly Uint8Array[],
  message: string,
): Uint8Array =>
  crypto.keccak256(joinBytes([utf8ToBytes(message), spendKey, viewKey, ...keyImages]))

/** An output and its transaction. */
export type OutputPlace = {
  /** One-time key. */
  key: Uint8Array
  /** Public keys of the transaction that may derive it. */
  txKeys: readonly Uint8Array[]
}

/**
 * Whether an entry's shared secret belongs to the view key, and its key image to the output.
 *
 * A key image with a component of small order is invalid, although the reference accepts it: it
 * cannot be spent, so no daemon would ever report it as spent.
 */
export function isOutputProven(
  crypto: Crypto,
  hash: Uint8Array,
  { version }: Pick<ReserveProof, 'version'>,
  viewKey: Uint8Array,
  { key, txKeys }: OutputPlace,
  entry: ReserveOutput,
): boolean {
  const { sharedSecret, sharedSecretSignature, keyImage, keyImageSignature } = entry
  return (
    txKeys.some((txKey) =>
      crypto.verifyTxProof(
        ...([
          version,
          hash,
          viewKey,
          txKey,
          undefined,
          sharedSecret,
          sharedSecretSignature,
        ] as const),
      ),
    ) &&
    crypto.verifyRing(hash, keyImage, [key], keyImageSignature) &&
    crypto.isInMainSubgroup(keyImage)
  )
}

/** Whether every spend key that received outputs has signed. */
export const areSpendKeysSigned = (
  crypto: Crypto,
  hash: Uint8Array,
  { spendKeys }: Pick<ReserveProof, 'spendKeys'>,
): boolean =>
  [...spendKeys].every(([key, signature]) => crypto.verify(hash, hexToBytes(key), signature))
