/**
 * Compares the speed of two scans.
 *
 * SIMD without fused multiply-adds needs twice the instructions. Some engines and processors multiply 64-bit
 * integers faster than doubles; there the crypto module is faster.
 *
 * @module
 */
import type { Crypto, ScanBatch } from '../types.ts'
import { knownBatch, knownSecret } from './known-answer.ts'

const keys = 32
/** Runs of each: during the first few the engine is still optimising. */
const turns = 5

/** Keys without outputs: the derivation dominates. */
const batch: ScanBatch = {
  keys: Uint8Array.from({ length: 32 * keys }, (_, i) => knownBatch.keys[i % 128]!),
  firstRow: new Uint32Array(keys + 1),
  outputKeys: new Uint8Array(),
  outputIndices: new Uint32Array(),
  viewTags: new Int16Array(),
}

/**
 * Whether `one` scans faster than `other`, by the best run of each.
 *
 * @param now - A monotonic clock in milliseconds.
 */
export function isFaster(one: Crypto['scan'], other: Crypto['scan'], now: () => number): boolean {
  const time = (scan: Crypto['scan']) => {
    const start = now()
    scan(knownSecret, batch)
    return now() - start
  }
  const times = Array.from({ length: turns }, () => [time(one), time(other)] as const)
  return Math.min(...times.map(([t]) => t)) < Math.min(...times.map(([, t]) => t))
}
