/**
 * Monero's hashes of a derivation and an output index.
 *
 * @module
 */
import { keccak256 } from '../assembly/keccak.ts'
import { alloc, mark, release } from '../assembly/memory.ts'

/** "view_tag" */
const TAG: u64 = 0x6761745f77656976
/** "SubAddr\\0" */
const SUBADDRESS: u64 = 0x0072646441627553

/** o = keccak(derivation || varint(index)), not reduced. @see monero src/crypto/crypto.cpp derivation_to_scalar */
export function hashOfDerivation(o: usize, derivation: usize, index: u32): void {
  const from = mark()
  const data = alloc(40)
  memory.copy(data, derivation, 32)
  keccak256(o, data, writeVarint(data + 32, index) - data)
  release(from)
}

/** First byte of keccak("view_tag" || derivation || varint(index)). @see monero derive_view_tag */
export function viewTag(derivation: usize, index: u32): i32 {
  const from = mark()
  const data = alloc(48)
  store<u64>(data, TAG)
  memory.copy(data + 8, derivation, 32)
  keccak256(data, data, writeVarint(data + 40, index) - data)
  release(from)
  return load<u8>(data)
}

/**
 * o = keccak("SubAddr\\0" || view secret || account || index), not reduced.
 *
 * @see monero src/device/device_default.cpp get_subaddress_secret_key
 */
export function hashOfSubaddress(o: usize, viewSecret: usize, account: u32, index: u32): void {
  const from = mark()
  const data = alloc(48)
  store<u64>(data, SUBADDRESS)
  memory.copy(data + 8, viewSecret, 32)
  store<u32>(data, account, 40)
  store<u32>(data, index, 44)
  keccak256(o, data, 48)
  release(from)
}

function writeVarint(o: usize, index: u32): usize {
  for (; index >= 0x80; index >>= 7) store<u8>(o++, index | 0x80)
  store<u8>(o, index)
  return o + 1
}
