/**
 * Limits for alternative blocks. Without them, blocks at the lowest difficulty would fill the disk.
 *
 * @module
 */
import type { Alternatives } from '../../stores/alternatives.ts'

type AlternativeLimits = {
  /** The longest branch that can replace a part of the main chain. */
  count: number
  bytes: number
}

/** The reference has no limits. */
const defaultLimits: AlternativeLimits = { count: 4096, bytes: 64 * 1024 * 1024 }

/** Drops the tips of the branches with the least work until the others are within the limits. */
export function trimAlternatives(alternatives: Alternatives, limits = defaultLimits): void {
  for (;;) {
    const { count, bytes } = alternatives.size()
    if (count <= limits.count && bytes <= limits.bytes) return
    alternatives.remove(alternatives.weakestTip()!)
  }
}
