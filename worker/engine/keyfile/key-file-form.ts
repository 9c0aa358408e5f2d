/**
 * The outer form of `.keys` files, which identifies one. The code that opens it is loaded on demand, since
 * few wallets need it.
 *
 * @module
 * @see monero src/wallet/wallet2.h wallet2::keys_file_data
 */
import { Reader } from '#protocol/chain/reader.ts'

/** Bytes of a ChaCha nonce, which monero calls an iv. */
export const ivLength = 8

/** Whether bytes have the outer form of a key file: a nonce, a length, and that many bytes. */
export function isKeyFile(file: Uint8Array): boolean {
  const reader = new Reader(file)
  try {
    reader.take(ivLength, 'nonce')
    reader.take(reader.count('key data', 1), 'key data')
    return reader.left === 0
  } catch {
    return false
  }
}
