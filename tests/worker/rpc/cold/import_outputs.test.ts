import { describe, expect, test } from 'vitest'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import type { SubaddressIndex } from '../../../../worker/engine/store/records.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { Script } from '../../../support/chains/scripted-chain.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { spendableDaemon } from '../../../support/chains/spendable-chain.ts'
import { testSeed, testService, testWallet } from '../../../support/wallets/test-wallet.ts'

const coin = 1_000_000_000_000n
const at = (address: number, account = 0) => ({ account, address })

type Answer = Record<string, string> & { num_imported: bigint; tx_hash_list: string[] }

/**
 * A wallet that can only view and was paid, block by block, and one with its keys that is kept offline.
 * Both watch 5 addresses ahead.
 *
 * @param made - Addresses that the first one makes before.
 */
async function pair(paid: SubaddressIndex[], made = 0) {
  const crypto = await testCrypto()
  const script = new Script(crypto, keysOfSeed(crypto, testSeed))
  const { spendSecret: _, ...secrets } = keysOfSeed(crypto, testSeed)
  const view = await scriptedWallet(crypto, {
    script,
    wrap: () => spendableDaemon(script),
    wanted: { secrets },
  })
  const service = await testService({ network: 'fakechain' })
  const cold = await testWallet({ network: 'fakechain' }, service)
  const calls = (of: typeof service) => async (method: string, params: object) => {
    const outcome = await dispatch(of, method, params)
    return 'result' in outcome ? (outcome.result as Answer) : outcome
  }
  const hot = calls(view.service)
  if (made > 0) await hot('create_address', { count: made })
  for (const to of paid) script.mine([script.pay({ payments: [{ to, amount: coin }] })])
  while (script.height < 40) script.mine()
  await hot('refresh', {})
  expect(view.wallet.store.outputs.size).toBe(paid.length)
  const told = async (form?: string) => (await hot('export_outputs', { all: true, form })) as Answer
  return { hot, cold, offline: calls(service), told, to: view.wallet.primaryAddress }
}

describe('import_outputs', () => {
  test.each(['pair', 'triple'])(
    'takes payments each of which is ahead of the one before (%s)',
    async (form) => {
      const { cold, offline, told } = await pair([at(3), at(7), at(11), at(2, 1), at(4, 2)])
      expect(await offline('import_outputs', await told(form))).toEqual({ num_imported: 5n })
      const places = [...cold.store.outputs.values()].map(({ subaddress }) => subaddress)
      expect(places).toEqual([at(3), at(7), at(11), at(2, 1), at(4, 2)])
      expect(cold.addresses.addressCount(0)).toBe(12)
      expect(cold.addresses.accountCount).toBe(3)
    },
  )

  test('takes a payment far ahead where it is told to which address it went', async () => {
    const { cold, offline, told } = await pair([at(40)], 40)
    expect(await offline('import_outputs', await told('pair'))).toEqual({
      error: { code: -1, message: 'Failed to import outputs: Failed to generate key image' },
    })
    expect(cold.addresses.addressCount(0)).toBe(1)
    expect(await offline('import_outputs', await told())).toEqual({ num_imported: 1n })
    expect(cold.addresses.addressCount(0)).toBe(41)
  })
})
