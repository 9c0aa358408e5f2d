/**
 * Ledger records of transfers, and the parts of a wallet that lists of transfers read.
 *
 * @module
 */
import { Table } from '../../../worker/engine/store/store.ts'
import type {
  OutputRecord,
  PoolRecord,
  ReceivedRecord,
  SentRecord,
} from '../../../worker/engine/store/records.ts'

export const index = (account: number, address: number) => ({ account, address })
/** The chain of {@link transferParts}. */
export const transferChain = {
  height: 1000n,
  time: 1_700_000_000n,
  now: 1_700_000_000n,
  v2Height: 1n,
}

/** 250 piconero received at height 900. */
export const receivedRecord = (given: Partial<ReceivedRecord> = {}): ReceivedRecord => ({
  txid: 'r',
  subaddress: index(0, 0),
  amount: 250n,
  amounts: [250n],
  fee: 1n,
  paymentId: '0',
  height: 900n,
  timestamp: 5n,
  unlockTime: 0n,
  coinbase: false,
  ...given,
})
/** 60 piconero sent at height 901, with 30 of change and 10 of fee. */
export const sentRecord = (given: Partial<SentRecord> = {}): SentRecord => ({
  txid: 's',
  state: 'mined',
  blob: new Uint8Array(),
  txKeys: [],
  account: 0,
  subaddresses: [index(0, 3), index(0, 5)],
  destinations: [],
  amountIn: 100n,
  amountOut: 60n,
  change: 30n,
  fee: 10n,
  paymentId: '0',
  unlockTime: 0n,
  keyImages: [],
  rings: [],
  timestamp: 6n,
  height: 901n,
  ...given,
})

/** A table of these records, by their positions. */
export function tableOf<R>(name: string, records: readonly R[] = []): Table<R> {
  const table = new Table<R>(name)
  records.forEach((record, at) => table.rows.set(`${at}`, record))
  return table
}

/** The parts of a wallet that its lists of transfers read. Transaction `s` has a note. */
export function transferParts(parts: {
  received?: ReceivedRecord[]
  sent?: SentRecord[]
  pool?: PoolRecord[]
  reward?: bigint
}) {
  const notes = new Table<string>('notes')
  notes.rows.set('s', 'for rent')
  return {
    store: {
      received: tableOf('received', parts.received),
      sent: tableOf('sent', parts.sent),
      pool: tableOf('pool', parts.pool),
      notes,
      outputs: new Table<OutputRecord>('outputs'),
    },
    addresses: {
      address: ({ account, address }: { account: number; address: number }) =>
        `${account}:${address}`,
    },
    sync: { view: () => transferChain },
    chain: { lastReward: parts.reward ?? 100n },
  }
}
