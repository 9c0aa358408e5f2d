/**
 * Transfers as lists show them: incoming, outgoing, pending and failed.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import { firstTimestamp } from '#protocol/rules/limits.ts'
import { couldBeMined } from './refused.ts'
import { isUnlocked, type ChainView } from './unlock.ts'
import type {
  Destination,
  PoolRecord,
  ReceivedRecord,
  SentRecord,
  SubaddressIndex,
} from '../store/records.ts'
import type { Store } from '../store/store.ts'

/** `block` is a miner reward, `pool` an unconfirmed incoming payment, `pending` an unconfirmed outgoing one. */
export type TransferKind = 'in' | 'block' | 'out' | 'pending' | 'failed' | 'pool'

/** One transfer. Amounts in piconero, times in Unix seconds. */
export type Transfer = {
  txid: string
  kind: TransferKind
  /** 16 or 64 hex digits. */
  paymentId: string
  /** Of its block; 0 while not mined. */
  height: bigint
  timestamp: bigint
  /** Received, or sent to others, without the fee. */
  amount: bigint
  /** One per received output; empty for a sent transaction. */
  amounts: bigint[]
  fee: bigint
  note: string
  /** Empty where they are unknown, and for received payments. */
  destinations: Destination[]
  unlockTime: bigint
  locked: boolean
  subaddress: SubaddressIndex
  subaddresses: SubaddressIndex[]
  address: string
  doubleSpendSeen: boolean
  /** Whether it was refused, and a block can contain it nevertheless. */
  canBeMined: boolean
  /** Whether it was received in a block and nothing proves yet that the block contains it as shown. */
  unverified: boolean
  /** Whether it is unverified, and this release or a second server has the same rows. */
  pinned: boolean
  /** Confirmations; 0 while not mined. */
  confirmations: bigint
  /** Blocks whose rewards add up to its amount, or until it unlocks. */
  suggestedConfirmations: bigint
}

/** The data that transfers are made from. */
export type TransferParts = {
  store: Pick<Store, 'received' | 'sent' | 'pool' | 'notes' | 'outputs'>
  addresses: { address(index: SubaddressIndex): string }
  sync: { view(): ChainView }
  chain: { readonly lastReward: bigint }
}

/** Turns records into transfers, all at one moment. @see monero wallet_rpc_server.cpp fill_transfer_entry */
export function transferView({ store, addresses, sync, chain }: TransferParts) {
  const now = sync.view()
  const { lastReward } = chain

  function show(record: ReceivedRecord | PoolRecord | SentRecord, own: Own): Transfer {
    const { txid, paymentId, timestamp, fee, unlockTime } = record
    const { kind, height, amount, subaddress } = own
    const waits = kind === 'pending' || kind === 'pool' || kind === 'failed'
    return {
      txid,
      paymentId,
      timestamp,
      fee,
      unlockTime,
      amounts: [],
      destinations: [],
      doubleSpendSeen: false,
      canBeMined: false,
      unverified: false,
      pinned: false,
      subaddresses: [subaddress],
      ...own,
      note: store.notes.get(txid) ?? '',
      locked: waits || !isUnlocked({ height, unlockTime }, now),
      address: addresses.address(subaddress),
      confirmations: waits || height >= now.height ? 0n : now.height - height,
      suggestedConfirmations: suggested(amount, unlockTime, lastReward, now),
    }
  }

  return {
    received: (record: ReceivedRecord): Transfer => {
      const { height, amount, amounts, subaddress, coinbase } = record
      const kind = coinbase ? 'block' : 'in'
      const trust = { unverified: isUnverified(record), pinned: isPinned(record) }
      return show(record, { kind, height, amount, amounts, subaddress, ...trust })
    },
    pool: (record: PoolRecord): Transfer => {
      const { amount, amounts, subaddress, doubleSpendSeen } = record
      return show(record, {
        kind: 'pool',
        height: 0n,
        amount,
        amounts,
        subaddress,
        doubleSpendSeen,
      })
    },
    sent: (record: SentRecord): Transfer => {
      const { account, subaddresses, destinations, amountOut: amount, height = 0n } = record
      const kind = kindOf(record)
      const subaddress = { account, address: 0 }
      const canBeMined = couldBeMined(store, record)
      const own = { kind, height, amount, subaddress, subaddresses, destinations, canBeMined }
      return show(record, own)
    },
  }
}

/** The fields specific to each kind of record. */
type Own = Pick<Transfer, 'kind' | 'height' | 'amount' | 'subaddress'> &
  Partial<
    Pick<
      Transfer,
      | 'amounts'
      | 'subaddresses'
      | 'destinations'
      | 'doubleSpendSeen'
      | 'canBeMined'
      | 'unverified'
      | 'pinned'
    >
  >

/**
 * Whether only the word of a daemon binds the payment to its block. The block id proves a miner transaction, unless it
 * was read from a row; records of older versions do not say so.
 */
export const isUnverified = ({ coinbase, proved }: ReceivedRecord): boolean =>
  coinbase ? proved === false : proved !== true

/** Whether it is unverified, and the server of its scan feed could have changed it only together with another source. */
export const isPinned = (record: ReceivedRecord): boolean =>
  isUnverified(record) && record.pinned === true

// A journaled transaction is shown as pending: its outputs are reserved.
function kindOf({ state }: SentRecord): TransferKind {
  if (state === 'mined') return 'out'
  return state === 'failed' ? 'failed' : 'pending'
}

/** @see monero src/wallet/wallet_rpc_server.cpp set_confirmations */
function suggested(amount: bigint, unlockTime: bigint, reward: bigint, now: ChainView): bigint {
  const byAmount = reward === 0n ? 0n : (amount + reward - 1n) / reward
  const left =
    unlockTime < firstTimestamp ? unlockTime - now.height : (unlockTime - now.now + 119n) / 120n
  return max(left, byAmount)
}
