/**
 * The secret of an own one-time key, and its key image.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Secrets, SubaddressIndex } from '../store/records.ts'

/** Secrets of a wallet that can spend. */
export type SpendSecrets = Secrets & { spendSecret: Uint8Array }

/** The secrets of a wallet that holds its spend key. @throws {Error} For one that does not. */
export function spendSecrets({ spendSecret, ...rest }: Readonly<Secrets>): SpendSecrets {
  if (!spendSecret) throw new Error('spend: this wallet has no spend key')
  return { spendSecret, ...rest }
}

/** An output as its owner sees it. */
export type OwnOutput = {
  /** One-time public key. */
  key: Uint8Array
  /** The key derivation of its transaction key and the view secret. */
  derivation: Uint8Array
  indexInTx: number
  subaddress: SubaddressIndex
}

export type OneTimeKey = { secret: Uint8Array; keyImage: Uint8Array }

/**
 * The secret of an own output, which the caller wipes, and its key image.
 *
 * @returns Undefined when the output does not belong to these secrets.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp generate_key_image_helper_precomp
 */
export function oneTimeKey(
  crypto: Crypto,
  secrets: Pick<SpendSecrets, 'spendSecret' | 'viewSecret'>,
  output: OwnOutput,
): OneTimeKey | undefined {
  const secret = oneTimeSecret(crypto, secrets, output)
  if (bytesToHex(crypto.multiplyBase(secret)) === bytesToHex(output.key))
    return { secret, keyImage: crypto.keyImage(output.key, secret) }
  secret.fill(0)
  return undefined
}

// x = Hs(D || i) + b, plus m for a subaddress.
function oneTimeSecret(
  crypto: Crypto,
  { spendSecret, viewSecret }: Pick<SpendSecrets, 'spendSecret' | 'viewSecret'>,
  { derivation, indexInTx, subaddress: { account, address } }: OwnOutput,
): Uint8Array {
  const primary = crypto.deriveSecretKey(derivation, indexInTx, spendSecret)
  if (account === 0 && address === 0) return primary
  const offset = crypto.subaddressSecret(viewSecret, account, address)
  const secret = crypto.scalarAdd(primary, offset)
  primary.fill(0)
  offset.fill(0)
  return secret
}
