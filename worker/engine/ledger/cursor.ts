/**
 * The position of a listener in one wallet's events, and the event ids that encode it. A client that reconnects
 * with an id continues there.
 *
 * @module
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import type { ChainView } from './unlock.ts'
import { firstNumberAt, historyOf } from '../store/history.ts'
import type { Store } from '../store/store.ts'

/** Three independent positions. An event beyond any of them was not sent yet. */
export type Cursor = {
  /** Height of the chain: events of outputs unlocked by height up to here were sent. */
  height: bigint
  /** Number in the history: events of entries up to here were sent. */
  number: bigint
  /** Time of the chain, Unix seconds: events of time locks that ended until then were sent. */
  time: bigint
}

const startCursor: Cursor = { height: 0n, number: 0n, time: 0n }

/** Maximum difference in seconds between the clocks of programs and of the chain. */
const maxClockSkew = 7_200n

/** The position after all entries of the ledger. */
export const cursorAt = (
  { store }: { store: Pick<Store, 'history'> },
  { height, time }: ChainView,
): Cursor => ({ height, number: historyOf(store).last, time })

export const writeCursor = (mark: string, { height, number, time }: Cursor): string =>
  `${mark}-${height}-${number}-${time}`

/**
 * The position that an id encodes; undefined for an invalid id.
 *
 * Older versions used the id of an event, which holds at most a height. Entries with a number in the history
 * are newer than those.
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

/** Identifies a wallet by its public keys only, so that a restored wallet has the same value. */
export function walletMark({ secrets }: Pick<Store, 'secrets'>): string {
  const { spendPublic, viewPublic } = secrets.value
  return bytesToHex(blake2b(concatBytes(spendPublic, viewPublic), { dkLen: 4 }))
}

/**
 * A position of this wallet at or before a time from another wallet: the chain was at least as high as
 * its entries then.
 */
function cursorByTime(time: bigint, { received }: Pick<Store, 'received'>): Cursor {
  const number = firstNumberAt(time > maxClockSkew ? time - maxClockSkew : 0n)
  let height = 0n
  for (const record of received.values())
    if ((record.found ?? 0n) <= number && record.height >= height) height = record.height + 1n
  return { height, number, time: 0n }
}
