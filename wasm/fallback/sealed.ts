/**
 * Authenticated encryption over `@noble/ciphers`.
 *
 * @module
 */
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import type { Crypto } from '../types.ts'
import { checkLength } from '../arguments.ts'

const [tagLength, nonceLength] = [16, 24]

export const seal: Crypto['seal'] = (key, nonce, added, plain) => {
  checkLength('key', key, 32)
  checkLength('nonce', nonce, 24)
  return xchacha20poly1305(key, nonce, added).encrypt(plain)
}

export const unseal: Crypto['unseal'] = (key, nonce, added, sealed) => {
  checkLength('key', key, 32)
  checkLength('nonce', nonce, 24)
  if (sealed.length < tagLength) return undefined
  try {
    return xchacha20poly1305(key, nonce, added).decrypt(sealed)
  } catch {
    // Lengths are checked, so the only failure left is a wrong tag.
    return undefined
  }
}

export const unsealMany: Crypto['unsealMany'] = (key, added, sealed) =>
  sealed.map((bytes, i) => {
    checkLength('key', key, 32)
    if (bytes.length < nonceLength) return undefined
    return unseal(key, bytes.subarray(0, nonceLength), added[i]!, bytes.subarray(nonceLength))
  })
