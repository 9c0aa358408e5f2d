import { describe, expect, test } from 'vitest'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

const ours = { account: 0, address: 0 }

describe('dismiss_warnings', () => {
  test('removes warnings from the overview; until then they stay, also when the wallet is opened again', async () => {
    const { wallet, script, service } = await scriptedWallet(await testCrypto(), {
      wanted: { name: 'mine', password: 'p' },
    })
    const page = pageClient(service)
    const phantoms = [3n, 4n].map((amount) => script.pay({ payments: [{ to: ours, amount }] }))
    script.mine().wait(...phantoms)
    await wallet.sync.refresh()
    script.pool.clear()
    await wallet.sync.refresh()
    const { warnings } = await page.get_overview({ account_index: 0 })
    expect(warnings).toHaveLength(2)
    for (const [at, { txid }] of phantoms.entries())
      expect(warnings).toContainEqual({
        id: `vanished:${txid}`,
        problem: 'vanished',
        txid,
        amount: at === 0 ? 3n : 4n,
      })

    await page.close_wallet({})
    await page.open_wallet({ filename: 'mine', password: 'p' })
    const reopened = async () => (await page.get_overview({ account_index: 0 })).warnings
    expect(await reopened()).toHaveLength(2)
    await page.dismiss_warnings({ ids: [warnings[0]!.id] })
    expect(await reopened()).toEqual([warnings[1]])
  })

  test('error: no wallet is open', async () => {
    const page = pageClient(await testService())
    await expect(page.dismiss_warnings({ ids: [] })).rejects.toMatchObject({ code: -13 })
  })
})
