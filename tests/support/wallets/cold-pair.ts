/**
 * A view-only wallet on a scripted chain, and an offline wallet with the same keys.
 *
 * @module
 */
import { expect } from 'vitest'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import type { Service } from '../../../worker/engine/service.ts'
import type { SubaddressIndex } from '../../../worker/engine/store/records.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { ScriptedChain } from '../chains/scripted-chain.ts'
import { spendableDaemon } from '../chains/spendable-chain.ts'
import type { Result } from '../programs/monerod.ts'
import { testCrypto } from '../wasm/crypto.ts'
import { scriptedWallet } from './scripted-wallet.ts'
import { testSeed, testService, testWallet } from './test-wallet.ts'

export const coin = 1_000_000_000_000n
export const at = (address: number, account = 0): SubaddressIndex => ({ account, address })

/**
 * Both wallets watch 5 addresses ahead.
 *
 * @param paid - Each gets a coin in a block of its own.
 * @param made - How many addresses the view-only wallet creates before.
 * @returns `hot` calls the view-only wallet, `offline` the other; an error is returned whole.
 */
export async function coldPair(paid: readonly SubaddressIndex[], made = 0) {
  const crypto = await testCrypto()
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  const { spendSecret: _, ...secrets } = keysOfSeed(crypto, testSeed)
  const view = await scriptedWallet(crypto, {
    script,
    wrap: () => spendableDaemon(script),
    wanted: { secrets },
  })
  const service = await testService({ network: 'fakechain' })
  const cold = await testWallet({ network: 'fakechain' }, service)
  const hot = caller(view.service)
  if (made > 0) await hot('create_address', { count: made })
  for (const to of paid) script.mine([script.pay({ payments: [{ to, amount: coin }] })])
  while (script.height < 40) script.mine()
  await hot('refresh')
  expect(view.wallet.store.outputs.size).toBe(paid.length)
  return {
    hot,
    offline: caller(service),
    viewService: view.service,
    coldService: service,
    cold,
    view: view.wallet,
    script,
    exported: (form?: string): Promise<Result> => hot('export_outputs', { all: true, form }),
    to: view.wallet.primaryAddress,
  }
}

const caller =
  (service: Service) =>
  async (method: string, params: object = {}): Promise<Result> => {
    const outcome = await dispatch(service, method, params)
    return 'result' in outcome ? outcome.result : outcome
  }
