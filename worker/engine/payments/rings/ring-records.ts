/**
 * The stored ring data of an output: the requested candidates, and the chosen members.
 *
 * Two lists of one output share the real member and nothing else, so an output has one list for ever. A
 * ring is kept by global indices, as in wallet2: after a reorganisation an index may mean another output.
 *
 * @module
 * @see monero src/wallet/ringdb.cpp
 */
import type { OutputRecord, RingRecord, SentRecord } from '../../store/records.ts'
import type { Table } from '../../store/store.ts'
import type { Ring } from '../../tx/ring.ts'

const pointLength = 32
const memberLength = 2 * pointLength

/**
 * The record of an output, moved where a reorganisation moved the output.
 *
 * The new index takes the place of the old one: the decoys stay, since a ring with them may be public.
 * Wrong answers were about another index and no longer count.
 */
export function recordOf(
  rings: Table<RingRecord>,
  { key, globalIndex }: OutputRecord,
): RingRecord | undefined {
  const record = rings.get(key)
  const real = Number(globalIndex)
  if (!record || record.real === real) return record
  const moved = (indices: readonly number[]) => [
    ...new Set(indices.map((index) => (index === record.real ? real : index))),
  ]
  const { candidates, height, ring } = record
  return {
    real,
    candidates: moved(candidates),
    height,
    ...(ring && { ring: moved(ring).sort((a, b) => a - b) }),
  }
}

/** The order of preference for members: those of the finished ring come first. */
export const inPreference = ({ ring = [], candidates }: RingRecord): number[] => [
  ...new Set([...ring, ...candidates]),
]

/** The members of the ring that a record leads to, if all candidates are usable. */
export const expectedMembers = (record: RingRecord, ringSize: number): { globalIndex: number }[] =>
  [...new Set([record.real, ...inPreference(record)])]
    .slice(0, ringSize)
    .map((globalIndex) => ({ globalIndex }))

/** Each list is sorted, so the order does not reveal the real output. */
export const asRequested = ({ candidates }: RingRecord): number[] =>
  [...candidates].sort((a, b) => a - b)

/** The record with a finished ring. @param daemon - That returned its members. */
export function withRing(record: RingRecord, { members }: Ring, daemon: string): RingRecord {
  const points = new Uint8Array(members.length * memberLength)
  for (const [at, { key, commitment }] of members.entries()) {
    points.set(key, at * memberLength)
    points.set(commitment, at * memberLength + pointLength)
  }
  const ring = members.map(({ globalIndex }) => globalIndex)
  return { ...record, ring, answer: { daemon, points } }
}

/** Whether a daemon returns other members for the same ring than before. */
export const contradicts = (before: RingRecord, after: RingRecord): boolean =>
  before.answer !== undefined &&
  before.answer.daemon === after.answer?.daemon &&
  before.ring?.join() === after.ring?.join() &&
  before.answer.points.join() !== after.answer.points.join()

/** The ring in which an output was spent before there were records, if any: that of a failed payment too. */
export function ringInJournal(
  sent: Table<SentRecord>,
  { keyImage }: Pick<OutputRecord, 'keyImage'>,
): number[] {
  if (keyImage === undefined) return []
  for (const { keyImages, rings } of sent.values()) {
    const at = keyImages.indexOf(keyImage)
    if (at >= 0) return (rings[at] ?? []).map(Number)
  }
  return []
}
