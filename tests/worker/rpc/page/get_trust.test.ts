import { describe, expect, test } from 'vitest'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

describe('get_trust', () => {
  test('counts payments and those that are not verified', async () => {
    const { wallet, script, service } = await scriptedWallet(await testCrypto())
    const page = pageClient(service)
    const to = { account: 0, address: 0 }
    const paid = [5n, 6n].map((amount) => script.pay({ payments: [{ to, amount }] }))
    script.mine(paid)
    await wallet.sync.refresh()
    const { received } = wallet.store
    const prove = async (txid: string, proved: boolean) => {
      const name = `${txid}:0:0`
      const record = received.get(name)!
      await wallet.store.commit((change) => change.put(received, name, { ...record, proved }))
    }
    await prove(paid[0]!.txid, true)
    await prove(paid[1]!.txid, false)
    expect(await page.get_trust({})).toMatchObject({
      height: wallet.chain.height,
      first_height: wallet.chain.first,
      network: wallet.network,
      trusted: true,
      whole_blocks: true,
      payments: 2,
      unverified_payments: 1,
      pinned_payments: 0,
    })
  })

  test('error: no wallet is open', async () => {
    const page = pageClient(await testService())
    await expect(page.get_trust({})).rejects.toMatchObject({ code: -13 })
  })
})
