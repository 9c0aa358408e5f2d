/**
 * Which of two scans is faster here.
 *
 * Lanes without fused multiply-adds need twice the instructions, and engines and processors differ in what they
 * make of them: some multiply 64-bit integers faster than doubles, and do best with the crypto module.
 *
 * @module
 */
import type { Crypto, ScanBatch } from '../types.ts'
import { knownBatch, knownSecret } from './known-answer.ts'

const keys = 32
/** Turns that each of them takes: the first few find the engine still optimizing. */
const turns = 5

/** Keys without outputs: what counts is the derivation. */
const batch: ScanBatch = {
  keys: Uint8Array.from({ length: 32 * keys }, (_, i) => knownBatch.keys[i % 128]!),
  firstRow: new Uint32Array(keys + 1),
  outputKeys: new Uint8Array(),
  outputIndices: new Uint32Array(),
  viewTags: new Int16Array(),
}

/**
 * Whether `one` scans faster than `other`, each judged by its best turn.
 *
 * @param now - A clock in milliseconds that does not go back.
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
