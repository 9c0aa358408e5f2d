/**
 * How far a listener of one wallet has heard, and the ids that say it: whoever comes back with one goes on
 * from there.
 *
 * @module
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { ChainView } from './unlock.ts'
import { firstNumberAt, historyOf } from '../store/history.ts'
import type { Store } from '../store/store.ts'

/** Each of the three by itself: what lies beyond any of them is not heard. */
export type Cursor = {
  /** Of the chain, in blocks: what these let go is heard. */
  height: bigint
  /** In the history: what was entered up to it is heard. */
  number: bigint
  /** Of the chain, Unix seconds: what locks by the clock let go until then is heard. */
  time: bigint
}

const startCursor: Cursor = { height: 0n, number: 0n, time: 0n }

/** Seconds by which clocks of programs, and the chain's, may differ. */
const maxClockSkew = 7_200n

/** Where all that is in the books is heard. */
export const cursorAt = (
  { store }: { store: Pick<Store, 'history'> },
  { height, time }: ChainView,
): Cursor => ({ height, number: historyOf(store).last, time })

export const writeCursor = (mark: string, { height, number, time }: Cursor): string =>
  `${mark}-${height}-${number}-${time}`

/**
 * The place that an id says; undefined where it says none.
 *
 * Ids were those of the happenings themselves once. They hold a height at most: what has a number in the
 * history came after them.
 */
export function readCursor(
  id: string,
  store: Pick<Store, 'received' | 'secrets'>,
): Cursor | undefined {
  const said = /^([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-(\d{1,20})$/.exec(id)
  if (said) {
    const [height, number, time] = said.slice(2).map(BigInt) as [bigint, bigint, bigint]
    const cursor = { height, number, time }
    return said[1] === walletMark(store) ? cursor : cursorByTime(time, store)
  }
  if (/^(pool|time)\/[0-9a-f]{64}\//.test(id)) return startCursor
  const [, height] = /^(\d{1,10})\/(?:reorganised|confirmed|unlocked)\//.exec(id) ?? []
  return height === undefined ? undefined : { ...startCursor, height: BigInt(height) }
}

/** Tells a wallet from others; of nothing but its public keys, so that one that is made again has it too. */
export function walletMark({ secrets }: Pick<Store, 'secrets'>): string {
  const { spendPublic, viewPublic } = secrets.get('keys')!
  return bytesToHex(blake2b(concatBytes(spendPublic, viewPublic), { dkLen: 4 }))
}

/**
 * A place at which this wallet was at a time that another tells, or before: the chain was no lower than
 * what it had entered.
 */
function cursorByTime(time: bigint, { received }: Pick<Store, 'received'>): Cursor {
  const number = firstNumberAt(time > maxClockSkew ? time - maxClockSkew : 0n)
  let height = 0n
  for (const record of received.values())
    if ((record.found ?? 0n) <= number && record.height >= height) height = record.height + 1n
  return { height, number, time: 0n }
}
