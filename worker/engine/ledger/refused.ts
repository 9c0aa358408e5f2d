/**
 * Refused payments that can still be mined.
 *
 * A daemon can refuse a transaction and pass it on. So the refused one stays in the ledger as failed, with its
 * keys and recipients, and its inputs are unspent. Only a transaction that spends one of its inputs excludes it.
 *
 * @module
 */
import { outputWith } from './by-key-image.ts'
import type { OutputRecord, SentRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { Subset } from '../store/subset.ts'

type Tables = Pick<Store, 'sent' | 'outputs'>
type Spend = OutputRecord['spent']

/** Failed payments that no known transaction excludes: all of their inputs are unspent. */
export const openRefusals = (tables: Tables): Readonly<SentRecord>[] =>
  [...tables.sent.index(failed).values()].filter(
    (record) =>
      isRefusal(record) && spendsOfInputs(tables, record).every((spent) => spent === undefined),
  )

/**
 * Whether it failed and a block can still contain it. A transaction that spends one of its inputs may wait for
 * a block, and fail in its turn. False for one that the user gave up.
 */
export const couldBeMined = (tables: Tables, record: Readonly<SentRecord>): boolean =>
  isRefusal(record) && spendsOfInputs(tables, record).every((spent) => spent?.height === undefined)

const failed = () => new Subset<SentRecord>(({ state }) => state === 'failed')

const isRefusal = ({ state, blob, abandoned }: Readonly<SentRecord>): boolean =>
  state === 'failed' && blob.length > 0 && !abandoned

const spendsOfInputs = ({ outputs }: Tables, { keyImages }: Readonly<SentRecord>): Spend[] =>
  keyImages.map((keyImage) => outputWith(outputs, keyImage)?.spent)
