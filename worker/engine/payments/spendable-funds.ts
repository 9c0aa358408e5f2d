/**
 * What may be spent, read from the wallet's books.
 *
 * @module
 */
import { unspentOf } from '../ledger/by-account.ts'
import { accountBalances, balancesOf, type BalanceParts } from '../ledger/balances.ts'
import { isUnlocked, type ChainView } from '../ledger/unlock.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { SpendableFunds } from './funds.ts'

/**
 * Outputs in the order in which the chain has them; all of them are the reference's `m_transfers`.
 * Those that another wallet told of come first, where that one has them. One that replaced a smaller
 * output with its key stands where that one stood.
 *
 * @see monero src/wallet/wallet2.cpp process_new_transaction
 */
export const inChainOrder = (
  outputs: Store['outputs'],
  isWanted: (output: OutputRecord) => boolean = () => true,
): OutputRecord[] => [...outputs.values()].filter(isWanted).sort(chainOrder)

/** Which of two outputs {@link inChainOrder} has first. */
export function chainOrder(a: OutputRecord, b: OutputRecord): number {
  const [one, other] = [firstOf(a), firstOf(b)]
  return (
    order(one.height, other.height) ||
    order(one.told?.position ?? 0, other.told?.position ?? 0) ||
    order(one.globalIndex, other.globalIndex)
  )
}

const firstOf = (output: OutputRecord): OutputRecord =>
  output.replaced ? firstOf(output.replaced) : output

const order = <N extends bigint | number>(a: N, b: N) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Whether an output may be spent in the next block. One of before RingCT may be, though it turns out
 * later, when a ring is made for it, that too few others have its amount.
 *
 * @see monero src/wallet/wallet2.cpp create_transactions_2
 */
export const isSpendable = (output: OutputRecord, chain: ChainView): boolean =>
  !output.spent && !output.frozen && isUnlocked(output, chain)

/** What an account has, of these addresses or, when there are none, of all. */
export function spendableFunds(
  parts: BalanceParts & { store: Pick<Store, 'secrets'> },
  account: number,
  addresses: readonly number[],
): SpendableFunds {
  const wanted = new Set(addresses)
  const isWanted = (address: number) => wanted.size === 0 || wanted.has(address)
  const holdings = accountBalances(balancesOf(parts, { strict: false }), account)
  const chosen = holdings.filter(({ index }) => isWanted(index.address))
  const chain = parts.sync.view()
  // A group's output whose key image is not known: others have to tell first. One of before RingCT is
  // not what members sign.
  const { multisig } = parts.store.secrets.get('keys')!
  return {
    spendable: unspentOf(parts.store.outputs, account)
      .filter(
        (output) =>
          isWanted(output.subaddress.address) &&
          (!multisig || (output.keyImage !== undefined && output.ringct)) &&
          isSpendable(output, chain),
      )
      .sort(chainOrder),
    balances: new Map(chosen.map(({ index, total }) => [index.address, total])),
    unlocked: new Map(chosen.map(({ index, unlocked }) => [index.address, unlocked])),
  }
}
