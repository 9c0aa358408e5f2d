/**
 * The memory filling of Argon2d: one lane, three passes over 256 MiB. RandomX uses the whole memory, so no
 * final hash is computed.
 *
 * @module
 * @see RFC 9106, 3.1 to 3.6; RandomX specs.md, 7.1
 */

/** Bytes. */
const blockSize: usize = 1024
const blocks: u32 = 262_144
const segment: u32 = blocks / 4

/**
 * Fills one slice of `memory`. The caller writes the first two blocks, then calls this for four slices in each
 * of three passes: engines optimise a function only between its calls.
 *
 * @param temporary - Room for two blocks.
 */
export function fillSlice(memory: usize, temporary: usize, pass: u32, slice: u32): void {
  const first: u32 = pass === 0 && slice === 0 ? 2 : slice * segment
  for (let index: u32 = first; index < (slice + 1) * segment; index++) {
    const previous = memory + <usize>(index === 0 ? blocks - 1 : index - 1) * blockSize
    const reference = referenceOf(pass, index, load<u32>(previous))
    const target = memory + <usize>index * blockSize
    compress(previous, memory + <usize>reference * blockSize, target, pass > 0, temporary)
  }
}

/** The earlier block that the pseudo-random `j1` selects: recent ones more often. @see RFC 9106, 3.4.2 */
function referenceOf(pass: u32, index: u32, j1: u32): u32 {
  const slice = index / segment
  const area: u64 = pass === 0 ? index - 1 : blocks - segment + (index % segment) - 1
  const x = (<u64>j1 * <u64>j1) >>> 32
  const place = area - 1 - ((area * x) >>> 32)
  const start: u64 = pass === 0 || slice === 3 ? 0 : (slice + 1) * segment
  return <u32>((start + place) % blocks)
}

/** The compression function G; later passes xor it into the target. @see RFC 9106, 3.5 */
function compress(x: usize, y: usize, target: usize, adds: bool, temporary: usize): void {
  const mixed = temporary + blockSize
  for (let at: usize = 0; at < blockSize; at += 16) {
    const sum = v128.xor(v128.load(x + at), v128.load(y + at))
    v128.store(mixed + at, sum)
    v128.store(temporary + at, adds ? v128.xor(sum, v128.load(target + at)) : sum)
  }
  for (let row: usize = 0; row < 8; row++) permute(mixed + row * 128, 16)
  for (let column: usize = 0; column < 8; column++) permute(mixed + column * 16, 128)
  for (let at: usize = 0; at < blockSize; at += 16)
    v128.store(target + at, v128.xor(v128.load(temporary + at), v128.load(mixed + at)))
}

/** Blake2b's round with multiplications, over eight pairs of words, `stride` bytes apart. */
function permute(at: usize, stride: usize): void {
  const at1 = at + stride
  const at2 = at1 + stride
  const at3 = at2 + stride
  const at4 = at3 + stride
  const at5 = at4 + stride
  const at6 = at5 + stride
  const at7 = at6 + stride
  mix(at, at2, at4, at6)
  mix(at + 8, at2 + 8, at4 + 8, at6 + 8)
  mix(at1, at3, at5, at7)
  mix(at1 + 8, at3 + 8, at5 + 8, at7 + 8)
  mix(at, at2 + 8, at5, at7 + 8)
  mix(at + 8, at3, at5 + 8, at6)
  mix(at1, at3 + 8, at4, at6 + 8)
  mix(at1 + 8, at2, at4 + 8, at7)
}

function mix(atA: usize, atB: usize, atC: usize, atD: usize): void {
  let a = load<u64>(atA)
  let b = load<u64>(atB)
  let c = load<u64>(atC)
  let d = load<u64>(atD)
  a = muladd(a, b)
  d = rotr<u64>(d ^ a, 32)
  c = muladd(c, d)
  b = rotr<u64>(b ^ c, 24)
  a = muladd(a, b)
  d = rotr<u64>(d ^ a, 16)
  c = muladd(c, d)
  b = rotr<u64>(b ^ c, 63)
  store<u64>(atA, a)
  store<u64>(atB, b)
  store<u64>(atC, c)
  store<u64>(atD, d)
}

/** x + y, and twice the product of their lower halves. */
function muladd(x: u64, y: u64): u64 {
  return x + y + (((x & 0xffff_ffff) * (y & 0xffff_ffff)) << 1)
}
