/**
 * Inputs of one format from two sources: recorded ones that are mutated, and drawn ones.
 *
 * @module
 */
import { mutate, numberEdges, type Corpus } from '../../mutation/mutate-bytes.ts'
import type { Draw } from '../draw.ts'

/** Half of the inputs are mutated recordings, the others drawn; some of those are mutated too. */
export const mixed =
  (corpus: Corpus, drawn: (draw: Draw) => Uint8Array) =>
  (draw: Draw): Uint8Array =>
    draw.oneIn(2) ? mutate(draw.below, corpus) : altered(drawn)(draw)

/** Drawn inputs, of which some are mutated. */
export const altered =
  (drawn: (draw: Draw) => Uint8Array) =>
  (draw: Draw): Uint8Array => {
    const bytes = drawn(draw)
    return draw.oneIn(4) ? mutate(draw.below, { originals: [bytes], edges: numberEdges }) : bytes
  }
