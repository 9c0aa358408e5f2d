/**
 * Outputs of ring member groups with bytes that say which output they belong to.
 *
 * @module
 */
import type { GroupOutput } from '#protocol/feed/member-group.ts'

/** The output with a global index. */
export function groupOutput(index: number, unlockTime = 0n): GroupOutput {
  const key = new Uint8Array(32).fill(1)
  new DataView(key.buffer).setUint32(0, index)
  return { key, commitment: key.map((byte) => byte ^ 0xff), unlockTime }
}

/** Consecutive outputs. @param lockOf - Unlock time of each. */
export const groupOutputs = (
  first: number,
  count: number,
  lockOf: (index: number) => bigint = () => 0n,
): GroupOutput[] =>
  Array.from({ length: count }, (_, at) => groupOutput(first + at, lockOf(first + at)))
