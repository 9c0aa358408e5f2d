/**
 * Commitments to amounts, and the encrypted amounts of outputs.
 *
 * @module
 */
import { keccak256 } from './keccak.ts'
import { hashToScalar } from './keys.ts'
import { POINT, alloc, mark, release } from './memory.ts'
import { multiplyG, multiplyH } from './curve/multiply.ts'
import * as point from './curve/point.ts'
import * as scalar from './curve/scalar.ts'

/** "commitment_mask", then "amount". */
const domains: usize = memory.data<u8>([
  99, 111, 109, 109, 105, 116, 109, 101, 110, 116, 95, 109, 97, 115, 107, 97, 109, 111, 117, 110,
  116,
])

/** o = mask·G + amount·H. @see monero src/ringct/rctOps.cpp genC */
export function commit(o: usize, amount: u64, mask: usize): void {
  const s = alloc(32)
  const p = alloc(POINT)
  scalar.small(s, amount)
  sumGH(p, mask, s)
  point.encode(o, p)
}

/** o = g·G + h·H, with T. */
export function sumGH(o: usize, g: usize, h: usize): void {
  const from = mark()
  const p = alloc(POINT)
  multiplyH(p, h)
  point.cache(p, p)
  multiplyG(o, g)
  point.add(o, o, p, true)
  release(from)
}

/** o = Hs("commitment_mask" || shared secret). @see monero src/ringct/rctOps.cpp genCommitmentMask */
export function commitmentMask(o: usize, sharedSecret: usize): void {
  const data = alloc(47)
  memory.copy(data, domains, 15)
  memory.copy(data + 15, sharedSecret, 32)
  hashToScalar(o, data, 47)
}

/** o = 8 amount bytes xor keccak("amount" || shared secret). @see monero src/ringct/rctOps.cpp ecdhEncode */
export function xorAmount(o: usize, amount: usize, sharedSecret: usize): void {
  const data = alloc(38)
  memory.copy(data, domains + 15, 6)
  memory.copy(data + 6, sharedSecret, 32)
  keccak256(data, data, 38)
  store<u64>(o, load<u64>(amount) ^ load<u64>(data))
}
