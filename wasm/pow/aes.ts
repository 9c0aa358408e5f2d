/**
 * AES rounds of RandomX: two generators and a fingerprint, four columns of 16 bytes. CryptoNight uses the
 * encryption round.
 *
 * `tables` points to eight tables of 256 words, four for encryption and four for decryption. The index is
 * hashed data, which is public.
 *
 * @module
 * @see RandomX specs.md, 3.2 to 3.4
 */

const block: u32 = 64
const decryption: usize = 4 * 1024

/** Fills `size` bytes, one round for each 16 of them, and leaves the last 64 in `state`. */
export function generate1(state: usize, keys: usize, tables: usize, out: usize, size: u32): void {
  let from = state
  for (let at: u32 = 0; at < size; at += block) {
    const to = out + at
    decrypt(from, keys, to, tables)
    encrypt(from + 16, keys + 16, to + 16, tables)
    decrypt(from + 32, keys + 32, to + 32, tables)
    encrypt(from + 48, keys + 48, to + 48, tables)
    from = to
  }
  memory.copy(state, from, block)
}

/** Fills `size` bytes, four rounds for each 16 of them, and leaves the last 64 in `state`. */
export function generate4(state: usize, keys: usize, tables: usize, out: usize, size: u32): void {
  for (let at: u32 = 0; at < size; at += block) {
    for (let round: usize = 0; round < 64; round += 16) {
      const key = keys + round
      decrypt(state, key, state, tables)
      encrypt(state + 16, key, state + 16, tables)
      decrypt(state + 32, key + 64, state + 32, tables)
      encrypt(state + 48, key + 64, state + 48, tables)
    }
    memory.copy(out + at, state, block)
  }
}

/** Turns `state`, 64 bytes, into the fingerprint of `size` bytes; `ends` holds the last two keys. */
export function fingerprint(
  state: usize,
  ends: usize,
  tables: usize,
  source: usize,
  size: u32,
): void {
  for (let at: u32 = 0; at < size; at += block) {
    const key = source + at
    encrypt(state, key, state, tables)
    decrypt(state + 16, key + 16, state + 16, tables)
    encrypt(state + 32, key + 32, state + 32, tables)
    decrypt(state + 48, key + 48, state + 48, tables)
  }
  for (let end: usize = 0; end < 32; end += 16) {
    encrypt(state, ends + end, state, tables)
    decrypt(state + 16, ends + end, state + 16, tables)
    encrypt(state + 32, ends + end, state + 32, tables)
    decrypt(state + 48, ends + end, state + 48, tables)
  }
}

/** ShiftRows, SubBytes, MixColumns, and the key added. Of `tables` it reads the first four. */
export function encrypt(from: usize, key: usize, to: usize, tables: usize): void {
  const a = load<u32>(from)
  const b = load<u32>(from, 4)
  const c = load<u32>(from, 8)
  const d = load<u32>(from, 12)
  store<u32>(to, column(a, b, c, d, tables) ^ load<u32>(key))
  store<u32>(to, column(b, c, d, a, tables) ^ load<u32>(key, 4), 4)
  store<u32>(to, column(c, d, a, b, tables) ^ load<u32>(key, 8), 8)
  store<u32>(to, column(d, a, b, c, tables) ^ load<u32>(key, 12), 12)
}

/** The inverse transformations, then the key: not the inverse of a round. */
function decrypt(from: usize, key: usize, to: usize, tables: usize): void {
  const a = load<u32>(from)
  const b = load<u32>(from, 4)
  const c = load<u32>(from, 8)
  const d = load<u32>(from, 12)
  const inverse = tables + decryption
  store<u32>(to, column(a, d, c, b, inverse) ^ load<u32>(key))
  store<u32>(to, column(b, a, d, c, inverse) ^ load<u32>(key, 4), 4)
  store<u32>(to, column(c, b, a, d, inverse) ^ load<u32>(key, 8), 8)
  store<u32>(to, column(d, c, b, a, inverse) ^ load<u32>(key, 12), 12)
}

/** One column, from the columns its four bytes come from. */
function column(a: u32, b: u32, c: u32, d: u32, tables: usize): u32 {
  return (
    load<u32>(tables + ((a & 255) << 2)) ^
    load<u32>(tables + (((b >>> 8) & 255) << 2), 1024) ^
    load<u32>(tables + (((c >>> 16) & 255) << 2), 2048) ^
    load<u32>(tables + ((d >>> 24) << 2), 3072)
  )
}
