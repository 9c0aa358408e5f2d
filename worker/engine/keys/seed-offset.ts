/**
 * Seeds encrypted with a passphrase.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * The seed without its offset. A wrong passphrase gives the seed of another wallet.
 *
 * @param seed - 32 bytes. @param passphrase - If empty, the seed is returned unchanged.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp decrypt_key
 */
export async function withoutOffset(
  crypto: Crypto,
  seed: Uint8Array,
  passphrase: string,
): Promise<Uint8Array> {
  if (passphrase === '') return seed
  // Loaded on demand, since few seeds have one.
  const { cnSlowHash } = await import('#protocol/cryptonight/cryptonight.ts')
  const bytes = utf8ToBytes(passphrase)
  const hash = cnSlowHash(bytes, crypto.cryptonight)
  const offset = crypto.scalarReduce(hash)
  const reduced = crypto.scalarReduce(seed)
  const key = crypto.scalarSubtract(reduced, offset)
  for (const secret of [bytes, hash, offset, reduced]) secret.fill(0)
  return key
}
