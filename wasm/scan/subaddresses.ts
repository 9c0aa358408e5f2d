/**
 * Public keys of subaddresses, four at a time: a wallet's lookahead has ten thousand of them.
 *
 * @module
 */
import { alloc, mark, release } from '../assembly/memory.ts'
import * as scalar from '../assembly/curve/scalar.ts'
import { multiplyMinusG } from './base.ts'
import { CHUNK } from './candidates.ts'
import * as group from './group.ts'
import { hashOfSubaddress } from './hash.ts'
import { POINTS } from './layout.ts'
import { encodeAll } from './normalize.ts'
import { DIGITS, negateDigits, recode } from './window.ts'

/**
 * Keys of `count` subaddresses of an account, 32 bytes each; 0 if `base` is no point.
 *
 * @param base - The public spend key if `timesView` is 0, the view secret times it if `timesView` is 1.
 * @param timesView - 0: public spend keys, `base` + Hs·G. 1: public view keys, `base` + viewSecret·Hs·G.
 * @see monero src/device/device_default.cpp get_subaddress_spend_public_keys, get_subaddress
 */
export function subaddressKeys(
  o: usize,
  viewSecret: usize,
  base: usize,
  account: u32,
  first: u32,
  count: u32,
  timesView: i32,
): i32 {
  const from = mark()
  const b = alloc(POINTS)
  const points = alloc((POINTS * CHUNK) >> 2)
  const encoded = alloc(32 * CHUNK)
  const fine = decodeAlike(b, base)
  if (fine) {
    group.cache(points, b)
    memory.copy(b, points, POINTS)
    for (let at: u32 = 0; at < count; at += CHUNK) {
      const size = min(CHUNK, count - at)
      const fours = (size + 3) >> 2
      for (let i: u32 = 0; i < fours; i++)
        addHashes(points + POINTS * i, b, viewSecret, account, first + at + 4 * i, timesView)
      encodeAll(encoded, points, fours)
      memory.copy(o + 32 * at, encoded, 32 * size)
    }
  }
  release(from)
  return fine
}

/** The same point in all four lanes; 0 if it is invalid. */
function decodeAlike(o: usize, key: usize): i32 {
  const from = mark()
  const keys = alloc(128)
  const valid = alloc(4)
  for (let i: usize = 0; i < 4; i++) memory.copy(keys + 32 * i, key, 32)
  group.decode(o, valid, keys)
  release(from)
  return load<u8>(valid)
}

/** p = base, cached, plus the hashes of four subaddresses times G, without T. Indices after the last wrap around. */
function addHashes(
  p: usize,
  base: usize,
  viewSecret: usize,
  account: u32,
  index: u32,
  timesView: i32,
): void {
  const from = mark()
  const digits = alloc(4 * DIGITS)
  const hash = alloc(32)
  for (let i: u32 = 0; i < 4; i++) {
    // G has order l, so the hash need not be reduced.
    hashOfSubaddress(hash, viewSecret, account, index + i)
    if (timesView) scalar.mul(hash, hash, viewSecret)
    recode(digits + DIGITS * i, hash)
  }
  negateDigits(digits, 4)
  multiplyMinusG(p, digits)
  group.addCached(p, p, base, false)
  release(from)
}
