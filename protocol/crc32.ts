/**
 * CRC-32 (ISO-HDLC): selects the checksum word of a seed, and is the checksum of animated QR codes.
 *
 * @module
 */

/** Bit by bit: seeds are short, and a table would be indexed by a secret. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb8_8320 & -(crc & 1))
  }
  return ~crc >>> 0
}
