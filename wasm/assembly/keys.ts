/**
 * Keys of outputs: derivations, one-time keys, view tags, key images, subaddresses.
 *
 * @module
 */
import { keccak256 } from './keccak.ts'
import { hashToPoint } from './curve/map.ts'
import { POINT, alloc, mark, release } from './memory.ts'
import { multiply, multiplyG } from './curve/multiply.ts'
import { encodeAll } from './curve/normalize.ts'
import * as point from './curve/point.ts'
import * as scalar from './curve/scalar.ts'

/** o = keccak(data) mod l. @see monero src/crypto/crypto.cpp hash_to_scalar */
export function hashToScalar(o: usize, data: usize, length: usize): void {
  keccak256(o, data, length)
  scalar.reduce(o, o)
}

/** o = 8·secret·key; 0 if `key` is no point. @see monero src/crypto/crypto.cpp generate_key_derivation */
export function keyDerivation(o: usize, key: usize, secret: usize): i32 {
  const from = mark()
  const p = alloc(POINT)
  const fine = point.decode(p, key)
  if (fine) {
    multiply(p, secret, p)
    point.doubleTimes(p, p, 3)
    point.encode(o, p)
  }
  release(from)
  return fine
}

/** Writes `index` as monero's varint; returns the pointer after it. */
export function writeVarint(o: usize, index: u32): usize {
  for (; index >= 0x80; index >>= 7) store<u8>(o++, index | 0x80)
  store<u8>(o, index)
  return o + 1
}

/** o = Hs(derivation || varint(index)). @see monero src/crypto/crypto.cpp derivation_to_scalar */
export function derivationToScalar(o: usize, derivation: usize, index: u32): void {
  const from = mark()
  const data = alloc(40)
  memory.copy(data, derivation, 32)
  hashToScalar(o, data, writeVarint(data + 32, index) - data)
  release(from)
}

/** First byte of keccak("view_tag" || derivation || varint(index)). @see monero derive_view_tag */
export function viewTag(derivation: usize, index: u32): i32 {
  const from = mark()
  const data = alloc(48)
  store<u64>(data, 0x6761745f77656976) // "view_tag"
  memory.copy(data + 8, derivation, 32)
  keccak256(data, data, writeVarint(data + 40, index) - data)
  release(from)
  return load<u8>(data)
}

/** o = base + Hs(derivation, index)·G, or base minus it; 0 if `base` is no point. */
export function offsetKey(o: usize, base: usize, derivation: usize, index: u32, minus: i32): i32 {
  const from = mark()
  const p = alloc(POINT)
  const fine = offsetPoint(p, base, derivation, index, minus)
  if (fine) point.encode(o, p)
  release(from)
  return fine
}

/** As {@link offsetKey}, not compressed. */
export function offsetPoint(o: usize, base: usize, derivation: usize, index: u32, minus: i32): i32 {
  if (!point.decode(o, base)) return 0
  const from = mark()
  const s = alloc(32)
  const q = alloc(POINT)
  derivationToScalar(s, derivation, index)
  multiplyG(q, s)
  point.cache(q, q)
  if (minus) point.sub(o, o, q, false)
  else point.add(o, o, q, false)
  release(from)
  return 1
}

/** o = secret·Hp(key). @see monero src/crypto/crypto.cpp generate_key_image */
export function keyImage(o: usize, key: usize, secret: usize): void {
  const from = mark()
  const p = alloc(POINT)
  hashToPoint(p, key, 32)
  multiply(p, secret, p)
  point.encode(o, p)
  release(from)
}

/**
 * o = Hs("SubAddr\\0" || view secret || account || index).
 *
 * @see monero src/device/device_default.cpp get_subaddress_secret_key
 */
export function subaddressSecret(o: usize, viewSecret: usize, account: u32, index: u32): void {
  const from = mark()
  const data = alloc(48)
  store<u64>(data, 0x0072646441627553) // "SubAddr\\0"
  memory.copy(data + 8, viewSecret, 32)
  store<u32>(data, account, 40)
  store<u32>(data, index, 44)
  hashToScalar(o, data, 48)
  release(from)
}

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
  const b = alloc(POINT)
  const points = alloc(POINT * count)
  const secret = alloc(32)
  const fine = point.decode(b, base)
  if (fine) {
    point.cache(b, b)
    for (let i: u32 = 0; i < count; i++) {
      const p = points + POINT * i
      subaddressSecret(secret, viewSecret, account, first + i)
      if (timesView) scalar.mul(secret, secret, viewSecret)
      multiplyG(p, secret)
      point.add(p, p, b, false)
    }
    encodeAll(o, points, count)
  }
  release(from)
  return fine
}
