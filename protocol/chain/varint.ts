/**
 * Monero's varint: seven bits a byte, lowest first, the top bit set on all but the last byte.
 *
 * One number has one encoding: an overlong or overflowing one is refused.
 *
 * @module
 * @see monero src/common/varint.h read_varint
 */

/** Encodes a u64. */
export function varint(value: bigint | number): Uint8Array {
  const bytes = new Uint8Array(varintSize(value))
  putVarint(bytes, 0, value)
  return bytes
}

/** How many bytes {@link varint} takes: 1 to 10. */
export function varintSize(value: bigint | number): number {
  let rest = checked(value)
  let size = 1
  for (; rest >= 0x80n; rest >>= 7n) size++
  return size
}

/** Writes a u64 at `offset`; returns the offset after it. */
export function putVarint(bytes: Uint8Array, offset: number, value: bigint | number): number {
  let rest = checked(value)
  let at = offset
  for (; rest >= 0x80n; rest >>= 7n) bytes[at++] = Number(rest & 0x7fn) | 0x80
  bytes[at++] = Number(rest)
  return at
}

function checked(value: bigint | number): bigint {
  const int = BigInt(value)
  if (int < 0n || int >= 1n << 64n) throw new RangeError(`varint: expected u64, got ${int}`)
  return int
}
