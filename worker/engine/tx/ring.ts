/**
 * The ring of one input: which outputs it names, and which of them is ours.
 *
 * @module
 */
import type { RingMember } from '#wasm/types.ts'

/** Our output as the ring must show it. */
export type RealOutput = RingMember & { globalIndex: number }

export type Ring = {
  /** Ascending. */
  members: (RingMember & { globalIndex: number })[]
  /** Where ours is among them. */
  realIndex: number
}
