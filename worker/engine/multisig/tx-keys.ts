/**
 * Transaction keys that each member can derive: from the entropy in the set and the key images of
 * the inputs, so no two mined transactions share a one-time key.
 *
 * @module
 * @see monero src/multisig/multisig_tx_builder_ringct.cpp make_tx_secret_key_seed, make_tx_secret_keys
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { joinBytes } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'
import type { Layout } from '../tx/layout.ts'
import type { TxKeys } from '../tx/outputs.ts'

/** @param keyImages - Descending as bytes, as in the transaction. */
export function txKeysOf(
  crypto: Crypto,
  { additionalKeys, outputs }: Layout,
  entropy: Uint8Array,
  keyImages: readonly Uint8Array[],
): TxKeys {
  const named = (domain: string) => crypto.keccak256(utf8ToBytes(domain))
  const seed = crypto.keccak256(
    joinBytes([named('multisig_tx_privkeys_seed'), entropy, ...keyImages]),
  )
  const keys: Uint8Array[] = []
  let last = named('multisig_tx_privkeys')
  for (let i = 0; i <= (additionalKeys ? outputs.length : 0); i++) {
    last = crypto.hashToScalar(concatBytes(seed, last))
    keys.push(last)
  }
  seed.fill(0)
  const [main, ...additional] = keys
  return { main: main!, additional }
}
