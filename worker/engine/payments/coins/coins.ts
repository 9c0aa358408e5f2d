/**
 * The outputs of an account as a list for the user.
 *
 * @module
 */
import { outputsOf } from '../../ledger/by-account.ts'
import { blocksToUnlock, isUnlocked, type ChainView } from '../../ledger/unlock.ts'
import type { OutputRecord, SubaddressIndex } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { chainOrder } from '../spendable-funds.ts'
import { coinLabel } from './coin-labels.ts'
import { originOf, type CoinOrigin, type OriginParts } from './coin-origin.ts'

/** `spending`: by a transaction that is not mined. A frozen output can be locked as well. */
type CoinState = 'unspent' | 'locked' | 'frozen' | 'spending' | 'spent'

/** An output. Amounts in piconero, times in Unix seconds. */
export type Coin = {
  /** One-time key. */
  key: string
  keyImage: string | undefined
  amount: bigint
  txid: string
  height: bigint
  timestamp: bigint
  confirmations: bigint
  addressIndex: number
  addressLabel: string
  origin: CoinOrigin
  state: CoinState
  /** 0 for none, and for a time lock. */
  blocksToUnlock: bigint
  unlockTime: bigint
  /** The transaction that spends it. */
  spentTxid: string | undefined
  label: string
}

export type CoinParts = {
  store: Pick<Store, 'outputs' | 'sent' | 'attributes'>
  addresses: OriginParts['addresses'] & { label(index: SubaddressIndex): string }
  sync: { view(): ChainView }
}

/** All outputs of an account, in the order of the chain. */
export function coinsOf(parts: CoinParts, account: number): Coin[] {
  const chain = parts.sync.view()
  return outputsOf(parts.store.outputs, account)
    .sort(chainOrder)
    .map((output) => coinOf(parts, chain, output))
}

function coinOf(parts: CoinParts, chain: ChainView, output: Readonly<OutputRecord>): Coin {
  const { key, keyImage, amount, txid, height, timestamp, subaddress, unlockTime, spent } = output
  return {
    key,
    keyImage,
    amount,
    txid,
    height,
    timestamp,
    confirmations: height < chain.height ? chain.height - height : 0n,
    addressIndex: subaddress.address,
    addressLabel: parts.addresses.label(subaddress),
    origin: originOf(parts, output),
    state: stateOf(output, chain),
    blocksToUnlock: spent ? 0n : blocksToUnlock(output, chain),
    unlockTime,
    // Empty where a daemon reported it as spent without a transaction.
    spentTxid: spent?.txid || undefined,
    label: coinLabel(parts.store, key),
  }
}

function stateOf(output: Readonly<OutputRecord>, chain: ChainView): CoinState {
  if (output.spent) return isMined(output.spent) ? 'spent' : 'spending'
  if (output.frozen) return 'frozen'
  return isUnlocked(output, chain) ? 'unspent' : 'locked'
}

const isMined = ({ txid, height }: NonNullable<OutputRecord['spent']>) =>
  height !== undefined || txid === ''
