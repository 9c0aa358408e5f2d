import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { u64ToBytes } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'

const domain = utf8ToBytes('nightjar multisig nonces')

/**
 * Scalars for signatures that are made in parts: from randomness, a secret and what is known of the message, so that a
 * repeated random state repeats no nonce. The cryptography does the same for the signatures that it makes itself.
 *
 * @param secret - Scalar that only the signer knows, 32 bytes. @param context - What the nonces are for.
 * @returns `count` scalars. The caller wipes them.
 */
export function hedgedNonces(
  crypto: Pick<Crypto, 'hashToScalar' | 'keccak256' | 'randomScalar'>,
  count: number,
  secret: Uint8Array,
  ...context: readonly Uint8Array[]
): Uint8Array[] {
  const input = concatBytes(domain, crypto.randomScalar(), secret, ...context)
  const seed = crypto.keccak256(input)
  const nonces = Array.from({ length: count }, (_, i) =>
    crypto.hashToScalar(concatBytes(seed, u64ToBytes(BigInt(i)))),
  )
  for (const each of [input, seed]) each.fill(0)
  return nonces
}
