/**
 * The ring of one input: its members, and which of them is real.
 *
 * @module
 */
import type { RingMember } from '#wasm/types.ts'

/** The real output as it must stand in the ring. */
export type RealOutput = RingMember & { globalIndex: number }

export type Ring = {
  /** Ascending. */
  members: (RingMember & { globalIndex: number })[]
  /** Position of the real member. */
  realIndex: number
}
