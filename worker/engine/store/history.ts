/**
 * A number for whatever is entered in the books, and which blocks were replaced: so that it can be said
 * later what came since, wherever in the chain it is.
 *
 * Numbers rise, and as long as clocks are right they are moments too: of two wallets, and of one that was
 * made again or put back from a copy, what has the larger number was entered later.
 *
 * @module
 */
import type { HistoryRecord, Replacement } from './records.ts'
import type { Change, Store } from './store.ts'

type History = Pick<Store, 'history'>

/** So many can be entered in a second before numbers are ahead of the clock. */
const perSecond = 1_000_000n

/** Replacements that are kept apart. Older ones become one. */
export const mostReplaced = 100

const emptyHistory: HistoryRecord = { last: 0n, replaced: [] }

export const historyOf = ({ history }: History): Readonly<HistoryRecord> =>
  history.get('wallet') ?? emptyHistory

/** What is entered at a moment has no smaller number. @param seconds - Unix time. */
export const firstNumberAt = (seconds: bigint): bigint => seconds * perSecond

/** Stages that one more thing is entered. @param now - Unix seconds. @returns Its number. */
export function nextNumber(change: Change, { history }: History, now: bigint): bigint {
  const known = change.get(history, 'wallet') ?? emptyHistory
  const first = firstNumberAt(now)
  const last = first > known.last ? first : known.last + 1n
  change.put<HistoryRecord>(history, 'wallet', { ...known, last })
  return last
}

/** Stages that blocks were replaced; to be called before what is in their place is entered. */
export function noteReplaced(
  change: Change,
  store: History,
  now: bigint,
  blocks: Omit<Replacement, 'number'>,
): void {
  const number = nextNumber(change, store, now)
  const { last, replaced } = change.get(store.history, 'wallet')!
  const all = [...replaced, { number, ...blocks }]
  const kept =
    all.length > mostReplaced ? [mergeReplacements(all[0]!, all[1]!), ...all.slice(2)] : all
  change.put<HistoryRecord>(store.history, 'wallet', { last, replaced: kept })
}

/** All that either replaced, at the later of the two: more is told again than was replaced, never less. */
function mergeReplacements(earlier: Replacement, later: Replacement): Replacement {
  const height = earlier.height < later.height ? earlier.height : later.height
  const [a, b] = [earlier, later].map((each) => each.height + BigInt(each.detached))
  const top = a! > b! ? a! : b!
  return { number: later.number, height, detached: Number(top - height) }
}
