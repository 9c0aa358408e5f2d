/**
 * XChaCha20-Poly1305: authenticated encryption.
 *
 * A message lies in memory as the tag's input: additional data, zeros to a whole block, the bytes, zeros to a
 * whole block, and room for one more block.
 *
 * @see RFC 8439, section 2.8; draft-irtf-cfrg-xchacha-03, section 2
 * @module
 */
import { chacha20, hchacha20 } from './chacha.ts'
import { alloc, mark, release } from '../memory.ts'
import { poly1305 } from './poly1305.ts'

/** Bytes of a tag, and of a block of padding. */
const TAG: usize = 16

function padded(length: usize): usize {
  return (length + 15) & ~15
}

/** Encrypts the message in place; o = its tag. @param nonce - 24 bytes. */
export function seal(
  o: usize,
  key: usize,
  nonce: usize,
  message: usize,
  added: usize,
  length: usize,
): void {
  const from = mark()
  const subkey = alloc(32)
  const short = alloc(12)
  shorten(subkey, short, key, nonce)
  chacha20(message + padded(added), length, subkey, short, 1)
  authenticate(o, subkey, short, message, added, length)
  release(from)
}

/** Decrypts the message in place; 0 for a wrong `tag`, without decryption. */
export function unseal(
  tag: usize,
  key: usize,
  nonce: usize,
  message: usize,
  added: usize,
  length: usize,
): i32 {
  const from = mark()
  const subkey = alloc(32)
  const short = alloc(12)
  const expected = alloc(TAG)
  shorten(subkey, short, key, nonce)
  authenticate(expected, subkey, short, message, added, length)
  const differs =
    (load<u64>(expected) ^ load<u64>(tag)) | (load<u64>(expected, 8) ^ load<u64>(tag, 8))
  if (differs === 0) chacha20(message + padded(added), length, subkey, short, 1)
  release(from)
  return differs === 0 ? 1 : 0
}

/** Derives the key and 12-byte nonce from a key and a nonce of 24 bytes. */
function shorten(subkey: usize, short: usize, key: usize, nonce: usize): void {
  hchacha20(subkey, key, nonce)
  store<u32>(short, 0)
  store<u64>(short + 4, load<u64>(nonce, 16))
}

/** o = the tag of an encrypted message. Its key is the beginning of the key stream. */
function authenticate(
  o: usize,
  subkey: usize,
  short: usize,
  message: usize,
  added: usize,
  length: usize,
): void {
  const from = mark()
  const once = alloc(32)
  const data = message + padded(added)
  const lengths = data + padded(length)
  memory.fill(message + added, 0, padded(added) - added)
  memory.fill(data + length, 0, padded(length) - length)
  store<u64>(lengths, added)
  store<u64>(lengths, length, 8)
  memory.fill(once, 0, 32)
  chacha20(once, 32, subkey, short, 0)
  poly1305(o, once, message, lengths + 16 - message)
  release(from)
}
