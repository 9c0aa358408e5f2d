/**
 * The journal of what we send: written before a transaction leaves, so that whatever happens then,
 * no output is offered twice and no payment is forgotten.
 *
 * @module
 */
import { byKeyImage } from '../ledger/by-key-image.ts'
import { isUnconfirmed } from '../ledger/balances.ts'
import type { OutputRecord, SentRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import { freeOutputs } from '../ledger/free-outputs.ts'

/** A transaction's record and the outputs of ours that it spends. */
export type JournalEntry = { record: SentRecord; inputs: readonly OutputRecord[] }

/**
 * Writes transactions down and marks their inputs spent, all as one.
 *
 * @returns Ids of those it wrote; one that is noted already stays as it is. Undefined, and nothing
 *   is written, when an input was spent by another transaction meanwhile, or is by another of these.
 */
export function journal(
  store: Store,
  entries: readonly JournalEntry[],
): Promise<ReadonlySet<string> | undefined> {
  return store.commit((change) => {
    const fresh = entries.filter(({ record }) => !isWritten(change.get(store.sent, record.txid)))
    const taken = fresh.some(({ record, inputs }) =>
      inputs.some(({ key }) => isTaken(change.get(store.outputs, key), record.txid)),
    )
    if (taken || shareInput(fresh)) return undefined
    for (const { record, inputs } of fresh) {
      change.put(store.sent, record.txid, record)
      for (const { key } of inputs) {
        const spent = { txid: record.txid }
        change.put<OutputRecord>(store.outputs, key, { ...change.get(store.outputs, key)!, spent })
      }
    }
    return new Set(fresh.map(({ record }) => record.txid))
  })
}

const isWritten = (record: Readonly<SentRecord> | undefined) =>
  record !== undefined && record.state !== 'failed'

const isTaken = (output: Readonly<OutputRecord> | undefined, txid: string) =>
  !output || (output.spent !== undefined && output.spent.txid !== txid)

// What the daemon takes of them would have its inputs freed with the one that it refuses.
function shareInput(entries: readonly JournalEntry[]): boolean {
  const keys = entries.flatMap(({ inputs }) => inputs.map(({ key }) => key))
  return new Set(keys).size < keys.length
}

/** The daemon has it: it waits to be mined. Whatever sync found out meanwhile stays. */
export function markPending(store: Store, txid: string): Promise<void> {
  return store.commit((change) => setState(change, store, txid, 'pending'))
}

/** They never left, or were refused: their inputs are free again, their records go. */
export function removeEntries(store: Store, txids: readonly string[]): Promise<void> {
  return store.commit((change) => {
    for (const txid of txids)
      if (release(change, store, { txid, state: 'journaled' })) change.delete(store.sent, txid)
  })
}

/**
 * It was refused long after it was made: its inputs are free again, the record says so.
 *
 * @param then - How it was when it was refused. Whatever sync found out meanwhile stays.
 */
export function markFailed(store: Store, then: Waiting): Promise<void> {
  return store.commit((change) => {
    if (release(change, store, then)) setState(change, store, then.txid, 'failed')
  })
}

type Waiting = Pick<SentRecord, 'txid' | 'state'>

function setState(change: Change, store: Store, txid: string, state: SentRecord['state']) {
  const record = change.get(store.sent, txid)
  if (record && isUnconfirmed(record))
    change.put<SentRecord>(store.sent, txid, { ...record, state })
}

function release(change: Change, store: Store, { txid, state }: Waiting): boolean {
  const record = change.get(store.sent, txid)
  if (!record || record.state !== state) return false
  freeOutputs(change, store.outputs, store.outputs.index(byKeyImage), record)
  return true
}
