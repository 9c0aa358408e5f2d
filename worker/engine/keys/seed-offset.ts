/**
 * Seeds that are encrypted with a passphrase of their own.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The seed without its offset. Any passphrase gives a seed: a wrong one that of another wallet.
 *
 * @param seed - 32 bytes. @param passphrase - Empty: the seed has none, and is itself the answer.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp decrypt_key
 */
export async function withoutOffset(
  crypto: Crypto,
  seed: Uint8Array,
  passphrase: string,
): Promise<Uint8Array> {
  if (passphrase === '') return seed
  // Few seeds have one.
  const { cnSlowHash } = await import('#protocol/cryptonight.ts')
  const bytes = utf8ToBytes(passphrase)
  const hash = cnSlowHash(bytes, crypto.cryptonight)
  const offset = crypto.scalarReduce(hash)
  const reduced = crypto.scalarReduce(seed)
  const key = crypto.scalarSubtract(reduced, offset)
  for (const secret of [bytes, hash, offset, reduced]) secret.fill(0)
  return key
}
