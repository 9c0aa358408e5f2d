/**
 * What moved in the blocks that came since, read from no more of the books than these blocks and what
 * they let go.
 *
 * @module
 */
import { freeAt } from '../outputs/unlock.ts'
import type { ReceivedRecord, SentRecord } from '../store/records.ts'
import { Groups } from '../store/groups.ts'
import type { Store } from '../store/store.ts'
import { Subset } from '../store/subset.ts'
import { ByHeight, minedByHeight, receivedByHeight } from './by-height.ts'

type Books = Pick<Store, 'received' | 'sent'>

/** Records by what happened to them; each of them once. */
export type Moves = {
  confirmed: Readonly<ReceivedRecord>[]
  unlocked: Readonly<ReceivedRecord>[]
  sent: Readonly<SentRecord>[]
}

/**
 * What the blocks from height `from` on confirmed, what the chain's growth from there to `now` let go,
 * and the same of transactions found late, in whichever block.
 */
export function movesOf(
  { received, sent }: Books,
  { from, now, late }: { from: bigint; now: bigint; late: ReadonlySet<string> },
): Moves {
  const missed = [...late].flatMap((txid) => received.index(byTxid).of(txid))
  const isFree = (record: Readonly<ReceivedRecord>) => (freeAt(record) ?? now + 1n) <= now
  const found = [...late].flatMap((txid) => sent.get(txid) ?? [])
  return {
    confirmed: once([...received.index(receivedByHeight).between(from - 1n), ...missed]),
    unlocked: once([...received.index(byRelease).between(from, now), ...missed.filter(isFree)]),
    sent: once([
      ...sent.index(minedByHeight).between(from - 1n),
      ...found.filter(({ state }) => state === 'mined'),
    ]),
  }
}

/** What a lock holds, or held, that ends by the clock. */
export const heldByClock = ({ received }: Books): Iterable<Readonly<ReceivedRecord>> =>
  received.index(lockedByClock).values()

/** What a transaction brought. */
export const receiptsOf = ({ received }: Books, txid: string): Readonly<ReceivedRecord>[] =>
  received.index(byTxid).of(txid)

const byTxid = () => new Groups<ReceivedRecord, string>(({ txid }) => txid)
const byRelease = () => new ByHeight<ReceivedRecord>(freeAt)
const lockedByClock = () => new Subset<ReceivedRecord>((record) => freeAt(record) === undefined)

const once = <T>(list: readonly T[]): T[] => [...new Set(list)]
