/**
 * The journal of outgoing transactions. A transaction is recorded before it is sent, so a crash
 * neither spends an output twice nor loses a payment.
 *
 * @module
 */
import { byKeyImage } from '../ledger/by-key-image.ts'
import { isUnconfirmed } from '../ledger/balances.ts'
import type { OutputRecord, SentRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import { freeOutputs } from '../ledger/free-outputs.ts'
import { couldBeMined } from '../ledger/refused.ts'

/** A transaction's record and the own outputs that it spends. */
export type JournalEntry = { record: SentRecord; inputs: readonly OutputRecord[] }

/**
 * Records transactions and marks their inputs spent, atomically.
 *
 * @returns Ids of the new records; a transaction that is already recorded is unchanged. Undefined,
 *   and nothing is written, when an input was spent by another transaction meanwhile, or by two of
 *   these.
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
        change.put(store.outputs, key, { ...change.get(store.outputs, key)!, spent })
      }
    }
    return new Set(fresh.map(({ record }) => record.txid))
  })
}

const isWritten = (record: Readonly<SentRecord> | undefined) =>
  record !== undefined && record.state !== 'failed'

const isTaken = (output: Readonly<OutputRecord> | undefined, txid: string) =>
  !output || (output.spent !== undefined && output.spent.txid !== txid)

// Otherwise a refusal of one would free the inputs of another that the daemon accepted.
function shareInput(entries: readonly JournalEntry[]): boolean {
  const keys = entries.flatMap(({ inputs }) => inputs.map(({ key }) => key))
  return new Set(keys).size < keys.length
}

/** The daemon accepted it: it is pending. A newer state that the sync recorded is kept. */
export function markPending(store: Store, txid: string): Promise<void> {
  return store.commit((change) => setState(change, store, txid, 'pending'))
}

/**
 * One transaction was refused and those after it were never sent. All of their inputs are freed. The refused
 * one stays as failed, because the daemon may have passed it on; the others are removed.
 */
export function markRefused(
  store: Store,
  refused: string | undefined,
  unsent: readonly string[],
): Promise<void> {
  return store.commit((change) => {
    if (refused !== undefined) fail(change, store, { txid: refused, state: 'journaled' })
    for (const txid of unsent)
      if (release(change, store, { txid, state: 'journaled' })) change.delete(store.sent, txid)
  })
}

/**
 * It was refused long after it was made: frees its inputs and marks the record failed.
 *
 * @param then - Its state at the time of the refusal. A newer state that the sync recorded is kept.
 */
export function markFailed(store: Store, then: Waiting): Promise<void> {
  return store.commit((change) => fail(change, store, then))
}

/**
 * The user gives up a refused payment: later payments need not exclude it.
 *
 * @returns False, and nothing is written, when no such payment can still be mined.
 */
export function abandon(store: Store, txid: string): Promise<boolean> {
  return store.commit((change) => {
    const record = change.get(store.sent, txid)
    if (!record || !couldBeMined(store, record)) return false
    change.put(store.sent, txid, { ...record, abandoned: true })
    return true
  })
}

type Waiting = Pick<SentRecord, 'txid' | 'state'>

function fail(change: Change, store: Store, then: Waiting) {
  if (release(change, store, then)) setState(change, store, then.txid, 'failed')
}

function setState(change: Change, store: Store, txid: string, state: SentRecord['state']) {
  const record = change.get(store.sent, txid)
  if (record && isUnconfirmed(record)) change.put(store.sent, txid, { ...record, state })
}

function release(change: Change, store: Store, { txid, state }: Waiting): boolean {
  const record = change.get(store.sent, txid)
  if (!record || record.state !== state) return false
  freeOutputs(change, store.outputs, store.outputs.index(byKeyImage), record)
  return true
}
