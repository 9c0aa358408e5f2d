import { describe, expect, test } from 'vitest'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

describe('verify_transfer', async () => {
  const { wallet, script, service } = await scriptedWallet(await testCrypto())
  const page = pageClient(service)
  const { txid } = script.pay({ payments: [{ amount: 1n }, { amount: 2n }] })
  const paid = script.pay({ payments: [{ to: { account: 0, address: 0 }, amount: 5n }] })
  script.mine([paid])
  await wallet.sync.refresh()

  test('marks the payment as proved by its block', async () => {
    const { received } = wallet.store
    const name = `${paid.txid}:0:0`
    const record = received.get(name)!
    await wallet.store.commit((change) => change.put(received, name, { ...record, proved: false }))
    expect(await page.verify_transfer({ txid: paid.txid.toUpperCase() })).toEqual({})
    expect(received.get(name)).toEqual({ ...record, proved: true })
  })

  test.each([
    ['zz', 'TX ID has invalid format'],
    [txid, 'This transaction paid nothing to this wallet.'],
  ])('error: %s', async (txid, message) => {
    await expect(page.verify_transfer({ txid })).rejects.toMatchObject({ code: -8, message })
  })
})
