/**
 * Scanning: finds outputs that may be ours, many transaction keys at a time.
 *
 * @module
 */
import { offsetPoint, viewTag } from './keys.ts'
import { POINT, alloc, mark, release } from './memory.ts'
import { multiplyDigits } from './curve/multiply.ts'
import { encodeAll } from './curve/normalize.ts'
import * as point from './curve/point.ts'
import { recode } from './curve/window.ts'

/** Points that share an inversion: derivations of keys, spend keys of candidates. Larger chunks gain little. */
const CHUNK: u32 = 64

/**
 * Writes 8·secret·key of `count` keys, 32 bytes each, and to `valid` one byte each: whether it is a point.
 *
 * The scalar's digits are fixed windows: time and memory access are the same for every view key.
 */
function derive(o: usize, valid: usize, secret: usize, keys: usize, count: u32): void {
  const from = mark()
  const digits = alloc(80)
  const points = alloc(POINT * count)
  recode(digits, secret)
  for (let i: u32 = 0; i < count; i++) {
    const p = points + POINT * i
    const fine = point.decode(p, keys + 32 * i)
    store<u8>(valid + i, fine)
    // An invalid key must not spoil the inversion of the others.
    if (!fine) point.identity(p)
    else {
      multiplyDigits(p, digits, p)
      point.doubleTimes(p, p, 3)
    }
  }
  encodeAll(o, points, count)
  release(from)
}

/**
 * Tries every row of a batch; returns the number of candidates.
 *
 * @param rows - Result: rows of the candidates (u32). @param derivations, spendKeys - Results: 32 bytes per candidate.
 * @see ScanBatch in types.ts for the other columns
 */
export function scan(
  rows: usize,
  derivations: usize,
  spendKeys: usize,
  secret: usize,
  keys: usize,
  count: u32,
  firstRow: usize,
  outputKeys: usize,
  outputIndices: usize,
  viewTags: usize,
): u32 {
  const derived = alloc(32 * CHUNK)
  const valid = alloc(CHUNK)
  const points = alloc(POINT * CHUNK)
  let found: u32 = 0
  let encoded: u32 = 0
  for (let at: u32 = 0; at < count; at += CHUNK) {
    const size = min(CHUNK, count - at)
    derive(derived, valid, secret, keys + 32 * at, size)
    for (let i: u32 = 0; i < size; i++) {
      if (!load<u8>(valid + i)) continue
      const derivation = derived + 32 * i
      const last = load<u32>(firstRow + 4 * (at + i + 1))
      for (let row = load<u32>(firstRow + 4 * (at + i)); row < last; row++) {
        const index = load<u32>(outputIndices + 4 * row)
        const tag = <i32>load<i16>(viewTags + 2 * row)
        if (tag >= 0 && tag !== viewTag(derivation, index)) continue
        const p = points + POINT * (found - encoded)
        if (!offsetPoint(p, outputKeys + 32 * row, derivation, index, 1)) continue
        store<u32>(rows + 4 * found, row)
        memory.copy(derivations + 32 * found, derivation, 32)
        found++
        if (found - encoded === CHUNK) {
          encodeAll(spendKeys + 32 * encoded, points, CHUNK)
          encoded = found
        }
      }
    }
  }
  encodeAll(spendKeys + 32 * encoded, points, found - encoded)
  return found
}
