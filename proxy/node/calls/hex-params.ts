/**
 * Reads hex in requests as monerod does.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { isHex } from '#protocol/hex.ts'

/** Bytes of any length; undefined for invalid hex. */
export const bytesOf = (hex: string): Uint8Array | undefined =>
  isHex(hex) ? hexToBytes(hex) : undefined

/** 32 bytes, in lower case; undefined for anything else. */
export const idOf = (hex: string): string | undefined =>
  isHex(hex, 32) ? hex.toLowerCase() : undefined
