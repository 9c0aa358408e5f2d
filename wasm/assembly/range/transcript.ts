/**
 * The Fiat-Shamir transcript of Bulletproofs+: a scalar that each step hashes with new data.
 *
 * @module
 */
import { keccak256 } from '../keccak.ts'
import { hashToScalar } from '../keys.ts'
import { hashToPoint } from '../curve/map.ts'
import { POINT, alloc, mark, release } from '../memory.ts'
import * as point from '../curve/point.ts'

/** "bulletproof_plus_transcript" */
const domain: usize = memory.data<u8>([
  98, 117, 108, 108, 101, 116, 112, 114, 111, 111, 102, 95, 112, 108, 117, 115, 95, 116, 114, 97,
  110, 115, 99, 114, 105, 112, 116,
])
const initial: usize = memory.data(32, 16)
let ready: bool = false

/** t = Hs(initial || Hs(V)): the start of each proof. @param V - Commitments divided by 8. */
export function begin(t: usize, V: usize, count: u32): void {
  const from = mark()
  const hash = alloc(32)
  if (!ready) {
    const p = alloc(POINT)
    keccak256(hash, domain, 27)
    hashToPoint(p, hash, 32)
    point.encode(initial, p)
    ready = true
  }
  hashToScalar(hash, V, 32 * count)
  memory.copy(t, initial, 32)
  update(t, hash)
  release(from)
}

/** t = Hs(t || a) */
export function update(t: usize, a: usize): void {
  const from = mark()
  const data = alloc(64)
  memory.copy(data, t, 32)
  memory.copy(data + 32, a, 32)
  hashToScalar(t, data, 64)
  release(from)
}

/** t = Hs(t || a || b) */
export function updateTwice(t: usize, a: usize, b: usize): void {
  const from = mark()
  const data = alloc(96)
  memory.copy(data, t, 32)
  memory.copy(data + 32, a, 32)
  memory.copy(data + 64, b, 32)
  hashToScalar(t, data, 96)
  release(from)
}
