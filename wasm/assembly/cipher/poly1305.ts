/**
 * Poly1305, for messages of whole blocks: five limbs of 26 bits.
 *
 * @see RFC 8439, section 2.5
 * @module
 */

const LIMB: u64 = 0x3ffffff

/** o = the 16-byte tag of `length` bytes, a multiple of 16. @param key - 32 bytes, for one message. */
export function poly1305(o: usize, key: usize, message: usize, length: usize): void {
  // The first half of the key, clamped.
  const r0 = (<u64>load<u32>(key)) & 0x3ffffff
  const r1 = (<u64>(load<u32>(key, 3) >> 2)) & 0x3ffff03
  const r2 = (<u64>(load<u32>(key, 6) >> 4)) & 0x3ffc0ff
  const r3 = (<u64>(load<u32>(key, 9) >> 6)) & 0x3f03fff
  const r4 = (<u64>(load<u32>(key, 12) >> 8)) & 0x00fffff
  // 2^130 = 5 mod p.
  const s1 = 5 * r1
  const s2 = 5 * r2
  const s3 = 5 * r3
  const s4 = 5 * r4
  let h0: u64 = 0
  let h1: u64 = 0
  let h2: u64 = 0
  let h3: u64 = 0
  let h4: u64 = 0
  for (const end = message + length; message < end; message += 16) {
    h0 += (<u64>load<u32>(message)) & LIMB
    h1 += (<u64>(load<u32>(message, 3) >> 2)) & LIMB
    h2 += (<u64>(load<u32>(message, 6) >> 4)) & LIMB
    h3 += (<u64>(load<u32>(message, 9) >> 6)) & LIMB
    h4 += (<u64>(load<u32>(message, 12) >> 8)) | (1 << 24)
    // Limbs of h are below 2^27 + 2^26, those of r below 2^26, of s below 5·2^26: sums below 2^58.
    let d0 = h0 * r0 + h1 * s4 + h2 * s3 + h3 * s2 + h4 * s1
    let d1 = h0 * r1 + h1 * r0 + h2 * s4 + h3 * s3 + h4 * s2
    let d2 = h0 * r2 + h1 * r1 + h2 * r0 + h3 * s4 + h4 * s3
    let d3 = h0 * r3 + h1 * r2 + h2 * r1 + h3 * r0 + h4 * s4
    let d4 = h0 * r4 + h1 * r3 + h2 * r2 + h3 * r1 + h4 * r0
    d1 += d0 >> 26
    d2 += d1 >> 26
    d3 += d2 >> 26
    d4 += d3 >> 26
    h0 = (d0 & LIMB) + 5 * (d4 >> 26)
    h1 = (d1 & LIMB) + (h0 >> 26)
    h0 &= LIMB
    h2 = d2 & LIMB
    h3 = d3 & LIMB
    h4 = d4 & LIMB
  }
  h2 += h1 >> 26
  h1 &= LIMB
  h3 += h2 >> 26
  h2 &= LIMB
  h4 += h3 >> 26
  h3 &= LIMB
  h0 += 5 * (h4 >> 26)
  h4 &= LIMB
  h1 += h0 >> 26
  h0 &= LIMB
  // g = h + 5 - 2^130, which is h - p: the remainder, unless it is negative.
  let g0 = h0 + 5
  let g1 = h1 + (g0 >> 26)
  let g2 = h2 + (g1 >> 26)
  let g3 = h3 + (g2 >> 26)
  const g4 = h4 + (g3 >> 26) - (1 << 26)
  const isLess: u64 = <u64>((<i64>g4) >> 63)
  h0 = (h0 & isLess) | (g0 & LIMB & ~isLess)
  h1 = (h1 & isLess) | (g1 & LIMB & ~isLess)
  h2 = (h2 & isLess) | (g2 & LIMB & ~isLess)
  h3 = (h3 & isLess) | (g3 & LIMB & ~isLess)
  h4 = (h4 & isLess) | (g4 & LIMB & ~isLess)
  // Words of 32 bits, plus the second half of the key, mod 2^128.
  let sum = ((h0 | (h1 << 26)) & 0xffffffff) + <u64>load<u32>(key, 16)
  store<u32>(o, <u32>sum)
  sum = (((h1 >> 6) | (h2 << 20)) & 0xffffffff) + <u64>load<u32>(key, 20) + (sum >> 32)
  store<u32>(o, <u32>sum, 4)
  sum = (((h2 >> 12) | (h3 << 14)) & 0xffffffff) + <u64>load<u32>(key, 24) + (sum >> 32)
  store<u32>(o, <u32>sum, 8)
  sum = (((h3 >> 18) | (h4 << 8)) & 0xffffffff) + <u64>load<u32>(key, 28) + (sum >> 32)
  store<u32>(o, <u32>sum, 12)
}
