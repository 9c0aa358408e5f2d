/**
 * Scanning: finds outputs that may be ours, many transaction keys at a time.
 *
 * The loop over the rows is that of `../assembly/scan.ts`, over points that lie four to a block; see `power.ts`
 * for why it is not shared.
 *
 * @module
 */
import { alloc, mark, release } from '../assembly/memory.ts'
import * as group from './group.ts'
import { viewTag } from './hash.ts'
import { POINTS } from './layout.ts'
import { multiplyBy8 } from './multiply.ts'
import { encodeAll } from './normalize.ts'
import { CHUNK, completeCandidates } from './candidates.ts'
import { DIGITS, recode } from './window.ts'

/** Writes 8·n·key of up to {@link CHUNK} keys, 32 bytes each, and to `valid` one byte each: whether it is a point. */
function derive(o: usize, valid: usize, digits: usize, keys: usize, count: u32): void {
  const from = mark()
  const fours = (count + 3) >> 2
  const points = alloc(POINTS * fours)
  const four = alloc(128)
  for (let at: u32 = 0; at < count; at += 4) {
    const p = points + POINTS * (at >> 2)
    // The lanes after the last key process leftover data.
    memory.copy(four, keys + 32 * at, 32 * min(4, count - at))
    group.decode(p, valid + at, four)
    multiplyBy8(p, digits)
  }
  encodeAll(o, points, fours)
  release(from)
}

/**
 * Writes 8·secret·key of any number of keys, 32 bytes each, and to `valid` one byte each: whether it is a point.
 *
 * Both need room for three more.
 */
export function deriveAll(o: usize, valid: usize, secret: usize, keys: usize, count: u32): void {
  const digits = alloc(DIGITS)
  recode(digits, secret)
  for (let at: u32 = 0; at < count; at += CHUNK)
    derive(o + 32 * at, valid + at, digits, keys + 32 * at, min(CHUNK, count - at))
}

/**
 * Tries every row of a batch; returns the number of candidates.
 *
 * @param rows - Result: rows of the candidates (u32). @param derivations, spendKeys - Results: 32 bytes per candidate.
 * @see ScanBatch in types.ts for the other columns
 */
export function tryRows(
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
  const digits = alloc(DIGITS)
  const derived = alloc(32 * CHUNK)
  const valid = alloc(CHUNK)
  recode(digits, secret)
  // Candidates before `complete` have their spend keys; those from there to `found` do not yet.
  let complete: u32 = 0
  let found: u32 = 0
  for (let at: u32 = 0; at < count; at += CHUNK) {
    const size = min(CHUNK, count - at)
    derive(derived, valid, digits, keys + 32 * at, size)
    for (let i: u32 = 0; i < size; i++) {
      if (!load<u8>(valid + i)) continue
      const derivation = derived + 32 * i
      const last = load<u32>(firstRow + 4 * (at + i + 1))
      for (let row = load<u32>(firstRow + 4 * (at + i)); row < last; row++) {
        const tag = <i32>load<i16>(viewTags + 2 * row)
        if (tag >= 0 && tag !== viewTag(derivation, load<u32>(outputIndices + 4 * row))) continue
        store<u32>(rows + 4 * found, row)
        memory.copy(derivations + 32 * found, derivation, 32)
        found++
        if (found - complete === CHUNK) {
          complete += completeCandidates(
            rows + 4 * complete,
            derivations + 32 * complete,
            spendKeys + 32 * complete,
            CHUNK,
            outputKeys,
            outputIndices,
          )
          found = complete
        }
      }
    }
  }
  return (
    complete +
    completeCandidates(
      rows + 4 * complete,
      derivations + 32 * complete,
      spendKeys + 32 * complete,
      found - complete,
      outputKeys,
      outputIndices,
    )
  )
}
