/**
 * Changes real bytes as a malicious or faulty peer does: one change, several, or noise.
 *
 * @module
 */
import { concatBytes } from '@noble/hashes/utils.js'

/** One change of bytes. `at` is its place in ten-thousandths of the length. */
export type Mutation = SmallMutation | { kind: 'put' | 'over'; at: number; piece: Uint8Array }

export type SmallMutation = {
  kind: 'flip' | 'set' | 'drop' | 'insert' | 'cut' | 'double'
  at: number
  byte: number
}

/** A copy of the bytes with one change. */
export function apply(bytes: Uint8Array, mutation: Mutation): Uint8Array {
  const offset = Math.floor((mutation.at * bytes.length) / 10_000)
  const [before, after] = [bytes.subarray(0, offset), bytes.subarray(offset)]
  switch (mutation.kind) {
    case 'flip':
      return changed(bytes, offset, (old) => old ^ (1 << (mutation.byte & 7)))
    case 'set':
      return changed(bytes, offset, () => mutation.byte)
    case 'drop':
      return concatBytes(before, after.subarray(1))
    case 'insert':
      return concatBytes(before, Uint8Array.of(mutation.byte), after)
    case 'cut':
      return before.slice()
    case 'double':
      return concatBytes(before, after.subarray(0, mutation.byte), after)
    case 'put':
      return concatBytes(before, mutation.piece, after)
    case 'over':
      return concatBytes(before, mutation.piece, after.subarray(mutation.piece.length))
  }
}

function changed(bytes: Uint8Array, at: number, to: (old: number) => number): Uint8Array {
  const copy = bytes.slice()
  if (at < copy.length) copy[at] = to(copy[at]!)
  return copy
}

/** Whole numbers below a bound, by a seed. */
export type Below = (bound: number) => number

/** What blobs of one kind are made of. */
export type Corpus = {
  /** Real ones. */
  originals: readonly Uint8Array[]
  /** Short pieces that are special in this format: counts at their edges, what opens a level. */
  edges: readonly Uint8Array[]
}

/** Numbers of every width at their edges, as varints and as little-endian bytes. */
export const numberEdges: readonly Uint8Array[] = [
  [0],
  [1],
  [0x7f],
  [0x80],
  [0xff],
  [0x80, 0x01],
  [0xff, 0x7f],
  [0x80, 0x80, 0x04],
  // 2^32 - 1, 2^32, 2^63, 2^64 - 1, one too many, and zero written too long.
  [0xff, 0xff, 0xff, 0xff, 0x0f],
  [0x80, 0x80, 0x80, 0x80, 0x10],
  [...many(0x80, 9), 0x01],
  [...many(0xff, 9), 0x01],
  [...many(0xff, 9), 0x02],
  [0x80, 0x00],
  ...[2, 4, 8].flatMap((size) => [many(0xff, size), [...many(0xff, size - 1), 0x7f]]),
  ...[4, 8].map((size) => [...many(0, size - 1), 0x80]),
].map((bytes) => Uint8Array.from(bytes))

function many(byte: number, times: number): number[] {
  return new Array<number>(times).fill(byte)
}

/** A blob of a kind, the same for the same draws. */
export function mutate(below: Below, corpus: Corpus): Uint8Array {
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  let bytes = pick(corpus.originals)
  if (below(16) === 0) return concatBytes(slice(below, bytes), noise(below, below(400)))
  for (let left = 1 + below(3); left > 0; left--) bytes = apply(bytes, drawn(below, corpus))
  return bytes

  function drawn(below: Below, { originals, edges }: Corpus): Mutation {
    const at = below(10_000)
    const byte = below(2) === 0 ? below(256) : pick([0, 1, 2, 3, 6, 0x7f, 0x80, 0xff])
    switch (below(12)) {
      case 0:
        return { kind: 'put', at, piece: slice(below, pick(originals)) }
      case 1:
        return { kind: 'put', at, piece: repeated(pick(edges), 1 + below(200)) }
      case 2:
        // Rarely, since it makes the blob long: deeper and wider than any limit.
        return { kind: 'put', at, piece: repeated(pick(edges), below(30) === 0 ? 5000 : 1) }
      case 3:
      case 4:
        return { kind: 'over', at, piece: pick(edges) }
      default:
        return { kind: pick(['flip', 'set', 'drop', 'insert', 'cut', 'double']), at, byte }
    }
  }
}

function slice(below: Below, bytes: Uint8Array): Uint8Array {
  const start = below(bytes.length + 1)
  return bytes.subarray(start, start + below(bytes.length - start + 1))
}

const repeated = (piece: Uint8Array, times: number) =>
  concatBytes(...Array.from({ length: times }, () => piece))

const noise = (below: Below, length: number) => Uint8Array.from({ length }, () => below(256))
