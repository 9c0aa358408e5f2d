/**
 * What requests to sign a transaction of today have in common.
 *
 * @module
 */
import type { Construction } from '#protocol/interchange/construction.ts'

/** RingCT with view tags and Bulletproofs+, from the primary address. */
export const currentRules = {
  unlockTime: 0n,
  ringct: true,
  viewTags: true,
  proof: { type: 3, version: 4 },
  account: 0,
  addresses: [0],
} satisfies Partial<Construction>
