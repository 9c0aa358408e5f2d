/**
 * The cipher of monero's wallet files: ChaCha with nonces of 8 bytes and a key derived by CryptoNight.
 *
 * @module
 * @see monero src/crypto/chacha.h
 */
import { chacha20orig, chacha8 as chacha8Ietf } from '@noble/ciphers/chacha.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { cnSlowHash } from '#protocol/cryptonight/cryptonight.ts'
import type { Ports } from './ports.ts'

/** The ports that key derivation needs; it pauses between two rounds. */
export type StretchPorts = {
  clock: Pick<Ports['clock'], 'sleep'>
  crypto: Pick<Ports['crypto'], 'cryptonight'>
}

/**
 * The key derived from a password or another key; the caller wipes it.
 *
 * @param rounds - 1 or more, some hundredths of a second each; tenths in script.
 * @returns 32 bytes.
 * @see monero src/crypto/chacha.h generate_chacha_key
 */
export async function chachaKey(
  { clock, crypto }: StretchPorts,
  secret: Uint8Array,
  rounds: number,
): Promise<Uint8Array> {
  let key = cnSlowHash(secret, crypto.cryptonight)
  for (let round = 1; round < rounds; round++) {
    await clock.sleep(0)
    const next = cnSlowHash(key, crypto.cryptonight)
    key.fill(0)
    key = next
  }
  return key
}

/** Encrypts or decrypts. @param iv - 8 bytes, never used twice with a key. */
export const chacha20 = (key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array =>
  chacha20orig(key, iv, data)

/** The same with 8 rounds, as in the oldest files. */
export const chacha8 = (key: Uint8Array, iv: Uint8Array, data: Uint8Array): Uint8Array =>
  // The counter of 8 bytes before a nonce of 8 is one of 4 before a nonce that begins with its upper half.
  chacha8Ietf(key, concatBytes(new Uint8Array(4), iv), data)
