/**
 * A wallet over a scripted chain that answers all that a rescan asks.
 *
 * @module
 */
import { dispatch, type Outcome } from '../../../worker/rpc/dispatch.ts'
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import type { NewWallet } from '../../../worker/engine/service.ts'
import { allTables } from './crashing-wallet.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { ScriptedChain } from '../chains/scripted-chain.ts'
import { scriptedWallet } from './scripted-wallet.ts'
import { spendableDaemon } from '../chains/spendable-chain.ts'
import { testSeed } from './test-wallet.ts'

export const coin = 1_000_000_000_000n
const index = (account: number, address: number) => ({ account, address })

/**
 * Height 31. Block 1 pays 5 and 7 coins to account 0 and 4 to account 1; block 2 spends the 7 for 3 to
 * others and 4 less the fee back.
 *
 * @param options - `lie`: what the daemon does otherwise.
 */
export async function rescanScene({
  wanted = {},
  lie = (daemon) => daemon,
}: { wanted?: Partial<NewWallet>; lie?: (daemon: Daemon) => Daemon } = {}) {
  const crypto = await testCrypto()
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  const first = script.pay({
    payments: [
      { to: index(0, 0), amount: 5n * coin },
      { to: index(0, 1), amount: 7n * coin },
      { to: index(1, 0), amount: 4n * coin },
    ],
  })
  const spend = script.pay({
    payments: [{ amount: 3n * coin }, { to: index(0, 0), amount: 4n * coin - 1000n }],
    spends: [first.keyImages[1]!],
  })
  script.mine([first]).mine([spend])
  while (script.height < 31) script.mine()
  const made = await scriptedWallet(crypto, {
    script,
    wanted,
    wrap: () => lie(spendableDaemon(script)),
  })
  const { service, wallet } = made
  const call = (name: string, params: object = {}): Promise<Outcome> =>
    dispatch(service, name, params)
  return {
    ...made,
    call,
    first,
    spend,
    /** What it keeps of the chain; what it needs to keep of blocks' ids is its own affair. */
    books() {
      const { blocks: _, ...books } = allTables(wallet.store)
      return books
    },
    async balance() {
      const outcome = await call('get_balance', { all_accounts: true })
      return (outcome as { result: { balance: bigint } }).result.balance
    },
    /** Pays a coin to ourselves, which waits in the pool. @returns Its id. */
    async pay(): Promise<string> {
      const destinations = [{ amount: coin, address: wallet.primaryAddress }]
      const outcome = await call('transfer', { destinations })
      return (outcome as { result: { tx_hash: string } }).result.tx_hash
    },
  }
}
