/**
 * Answers with long lists, in slices: a page stands still while it takes over thousands of items at once.
 *
 * @module
 */
import type { Outcome } from '../rpc/dispatcher.ts'

/** Items of a slice: a page takes them over within a few milliseconds. */
export const sliceLength = 1_000

/** Items of the list with that name, after those of earlier slices. */
type Slice = { list: string; items: unknown[] }

type Call = (name: string, params: unknown) => Promise<Outcome>

export type SlicedCalls = {
  /** As a call, but with empty lists in place of long ones; `rest` then names these. */
  callInSlices(name: string, params: unknown): Promise<{ outcome: Outcome; rest?: number }>
  /** The next slice; undefined after the last one. */
  nextSlice(rest: number): Slice | undefined | Promise<Slice | undefined>
}

export function inSlices(call: Call): SlicedCalls {
  const rests = new Map<number, Iterator<Slice, undefined>>()
  let last = 0
  return {
    async callInSlices(name, params) {
      const outcome = await call(name, params)
      if (!('result' in outcome)) return { outcome }
      const long = longLists(outcome.result)
      if (long.length === 0) return { outcome }
      rests.set(++last, slicesOf(long))
      const empty = Object.fromEntries(long.map(([list]) => [list, []]))
      return { outcome: { result: { ...(outcome.result as object), ...empty } }, rest: last }
    },
    nextSlice(rest) {
      const slice = rests.get(rest)?.next().value
      if (!slice) rests.delete(rest)
      return slice
    },
  }
}

const longLists = (result: unknown) =>
  Object.entries(result ?? {}).filter(
    (entry): entry is [string, unknown[]] =>
      Array.isArray(entry[1]) && entry[1].length > sliceLength,
  )

function* slicesOf(lists: [string, unknown[]][]): Generator<Slice, undefined> {
  for (const [list, all] of lists)
    for (let at = 0; at < all.length; at += sliceLength)
      yield { list, items: all.slice(at, at + sliceLength) }
}
