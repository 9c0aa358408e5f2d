/**
 * Candidates: outputs with a matching view tag, and the spend keys that they would have been paid to.
 *
 * @module
 */
import { alloc, mark, release } from '../assembly/memory.ts'
import { multiplyMinusG } from './base.ts'
import * as group from './group.ts'
import { hashOfDerivation } from './hash.ts'
import { POINTS, entryScratch } from './layout.ts'
import { encodeAll } from './normalize.ts'
import { DIGITS, recode } from './window.ts'

/** Points that share an inversion: derivations of keys, spend keys of candidates. A multiple of 4. */
export const CHUNK: u32 = 128

/**
 * Completes up to {@link CHUNK} candidates with `outputKey - Hs(derivation, index)·G`, 32 bytes each.
 *
 * Removes those whose output key is no point; returns the number left.
 *
 * @param rows, derivations - Of the candidates; `rows` are the indices of output key and index.
 * @see monero src/crypto/crypto.cpp derive_subaddress_public_key
 */
export function completeCandidates(
  rows: usize,
  derivations: usize,
  spendKeys: usize,
  count: u32,
  outputKeys: usize,
  outputIndices: usize,
): u32 {
  const from = mark()
  const fours = (count + 3) >> 2
  const points = alloc(POINTS * fours)
  const valid = alloc(CHUNK)
  const encoded = alloc(32 * CHUNK)
  for (let at: u32 = 0; at < count; at += 4)
    subtractHashes(
      points + POINTS * (at >> 2),
      valid + at,
      rows + 4 * at,
      derivations + 32 * at,
      min(4, count - at),
      outputKeys,
      outputIndices,
    )
  encodeAll(encoded, points, fours)
  let kept: u32 = 0
  for (let i: u32 = 0; i < count; i++) {
    if (!load<u8>(valid + i)) continue
    store<u32>(rows + 4 * kept, load<u32>(rows + 4 * i))
    memory.copy(derivations + 32 * kept, derivations + 32 * i, 32)
    memory.copy(spendKeys + 32 * kept, encoded + 32 * i, 32)
    kept++
  }
  release(from)
  return kept
}

/** p = the spend keys' points of up to four candidates, without T. */
function subtractHashes(
  p: usize,
  valid: usize,
  rows: usize,
  derivations: usize,
  count: u32,
  outputKeys: usize,
  outputIndices: usize,
): void {
  const from = mark()
  const keys = alloc(128)
  const digits = alloc(4 * DIGITS)
  const hash = alloc(32)
  const output = alloc(POINTS)
  for (let i: u32 = 0; i < 4; i++) {
    // The lanes after the last candidate repeat it.
    const which = min(i, count - 1)
    const row = load<u32>(rows + 4 * which)
    memory.copy(keys + 32 * i, outputKeys + 32 * row, 32)
    // G has order l, so the hash need not be reduced.
    hashOfDerivation(hash, derivations + 32 * which, load<u32>(outputIndices + 4 * row))
    recode(digits + DIGITS * i, hash)
  }
  group.decode(output, valid, keys)
  multiplyMinusG(p, digits)
  group.cache(entryScratch, output)
  group.addCached(p, p, entryScratch, false)
  release(from)
}
