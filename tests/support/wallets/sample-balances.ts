/**
 * A wallet with a little of everything, over a scripted chain.
 *
 * @module
 */
import { dispatch, type Outcome } from '../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { scriptedWallet } from './scripted-wallet.ts'

const index = (account: number, address: number) => ({ account, address })

/**
 * Height 16. Account 0: 5 at address 0 and 7 at address 2, old; 9 at address 0, two blocks old; 100
 * spent for 60 to others, 30 back and a fee of 10. Account 1: 4 at address 0. In the pool: 3 for
 * account 1, address 1.
 */
export async function walletWithSampleBalances() {
  const made = await scriptedWallet(await testCrypto())
  const { wallet, script, service } = made
  const first = script.pay({
    payments: [
      { to: index(0, 0), amount: 5n },
      { to: index(0, 2), amount: 7n },
      { to: index(1, 0), amount: 4n },
      { to: index(0, 0), amount: 100n },
    ],
  })
  const spend = script.pay({
    payments: [{ amount: 60n }, { to: index(0, 0), amount: 30n }],
    spends: [first.keyImages[3]!],
    fee: 10n,
  })
  const young = script.pay({ payments: [{ to: index(0, 0), amount: 9n }] })
  const waiting = script.pay({ payments: [{ to: index(1, 1), amount: 3n }] })
  script.mine([first]).mine([spend])
  while (script.height < 14) script.mine()
  script.mine([young]).mine().wait(waiting)
  await wallet.sync.refresh()
  const call = (name: string, params: unknown = {}): Promise<Outcome> =>
    dispatch(service, name, params)
  return { ...made, call, txids: { first, spend, young, waiting } }
}
