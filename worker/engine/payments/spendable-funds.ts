/**
 * Spendable outputs, read from the wallet's ledger.
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
 * Outputs in chain order; the complete list equals the reference's `m_transfers`. Outputs imported
 * from another wallet come first, in that wallet's order. An output that replaced a smaller one
 * with the same key keeps its position.
 *
 * @see monero src/wallet/wallet2.cpp process_new_transaction
 */
export const inChainOrder = (
  outputs: Store['outputs'],
  isWanted: (output: OutputRecord) => boolean = () => true,
): OutputRecord[] => [...outputs.values()].filter(isWanted).sort(chainOrder)

/** Compares two outputs for {@link inChainOrder}. */
export function chainOrder(a: OutputRecord, b: OutputRecord): number {
  const [one, other] = [firstOf(a), firstOf(b)]
  return (
    order(one.height, other.height) ||
    order(one.imported?.position ?? 0, other.imported?.position ?? 0) ||
    order(one.globalIndex, other.globalIndex)
  )
}

const firstOf = (output: OutputRecord): OutputRecord =>
  output.replaced ? firstOf(output.replaced) : output

const order = <N extends bigint | number>(a: N, b: N) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Whether an output may be spent in the next block. A pre-RingCT output counts as spendable,
 * although its ring may later fail for lack of outputs with its amount.
 *
 * @see monero src/wallet/wallet2.cpp create_transactions_2
 */
export const isSpendable = (output: OutputRecord, chain: ChainView): boolean =>
  !output.spent && !output.frozen && isUnlocked(output, chain)

/** The funds of an account, limited to these addresses unless the list is empty. */
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
  // A group's output without a key image needs the exports of other members first. A pre-RingCT
  // output cannot be signed by members.
  const { multisig } = parts.store.secrets.value
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
