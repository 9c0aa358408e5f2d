/**
 * The cryptography of fuzzed readers: the built module, and a cheap hash in place of CryptoNight, which takes
 * hundredths of a second for each key.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { loadCrypto } from '#wasm/index.ts'
import type { Crypto } from '#wasm/types.ts'
import { systemClock, systemRandom } from '../../../worker/adapters/platform.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'

export const built = await loadCrypto(
  new Uint8Array(readFileSync('wasm/build/nightjar.wasm')),
  systemRandom,
)

export const crypto: Crypto = { ...built, cryptonight: (state) => state.slice() }

export const ports = { crypto, clock: systemClock, random: systemRandom, kdfRounds: 1 }

/** Of the wallet that reads. */
export const walletKeys = keysOfSeed(crypto, new Uint8Array(32).fill(7))
