/**
 * Commitments to amounts, and encrypted amounts.
 *
 * @see monero src/ringct/rctOps.cpp
 * @module
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { checkAmount, checkLength } from '../arguments.ts'
import { H } from './generators.ts'
import { encode, G, multiply } from './points.ts'
import { hashToScalar, readScalar, writeScalar } from './scalars.ts'

/** mask·G + amount·H. @see monero src/ringct/rctOps.cpp genC */
export function commit(amount: bigint, mask: Uint8Array): Uint8Array {
  checkAmount('amount', amount)
  return encode(multiply(readScalar('mask', mask), G).add(multiply(amount, H)))
}

const maskDomain = utf8ToBytes('commitment_mask')
const amountDomain = utf8ToBytes('amount')

export function commitmentMask(sharedSecret: Uint8Array): Uint8Array {
  checkLength('sharedSecret', sharedSecret, 32)
  return writeScalar(hashToScalar(maskDomain, sharedSecret))
}

/** Encrypts and decrypts. @see monero src/ringct/rctOps.cpp ecdhHash, xor8 */
export function xorAmount(amount8: Uint8Array, sharedSecret: Uint8Array): Uint8Array {
  checkLength('amount8', amount8, 8)
  checkLength('sharedSecret', sharedSecret, 32)
  const pad = keccak_256(concatBytes(amountDomain, sharedSecret))
  return amount8.map((byte, i) => byte ^ pad[i]!)
}
