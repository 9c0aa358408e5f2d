import { describe, expect, test } from 'vitest'
import { sentRecord } from '../../../support/wallets/transfer-records.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { pageClient } from '../../../support/wallets/page-client.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

describe('get_transfer_details', async () => {
  const { wallet, script, service } = await scriptedWallet(await testCrypto())
  const page = pageClient(service)
  const paid = script.pay({ payments: [{ to: { account: 0, address: 0 }, amount: 5n }] })
  script.mine([paid])
  await wallet.sync.refresh()
  const { sent, received } = wallet.store
  const name = `${paid.txid}:0:0`
  const mark = (fields: object) =>
    wallet.store.commit((change) =>
      change.put(received, name, { ...received.get(name)!, ...fields }),
    )
  const waiting = sentRecord({
    txid: '5e'.repeat(32),
    state: 'pending',
    rings: [
      [3n, 5n],
      [2n, 9n],
    ],
  })
  const put = (fields: object) =>
    wallet.store.commit((change) => change.put(sent, waiting.txid, { ...waiting, ...fields }))
  const nothing = { can_resend: false, can_verify: false, rings: [] }

  test('of an unknown transaction are empty', async () => {
    expect(await page.get_transfer_details({ txid: '12'.repeat(32) })).toEqual(nothing)
  })

  test('can be verified: a payment that is not proved, in a block whose id is stored', async () => {
    await mark({ proved: false })
    const txid = paid.txid.toUpperCase()
    expect(await page.get_transfer_details({ txid })).toEqual({ ...nothing, can_verify: true })
    await page.verify_transfer({ txid })
    expect(await page.get_transfer_details({ txid })).toEqual(nothing)
  })

  test('cannot be verified: a payment below the stored blocks, as verify_transfer says', async () => {
    await mark({ proved: false })
    const { height } = received.get(name)!
    Object.defineProperty(wallet.chain, 'first', { value: height + 1n, configurable: true })
    const { txid } = paid
    expect(await page.get_transfer_details({ txid })).toEqual(nothing)
    await expect(page.verify_transfer({ txid })).rejects.toThrow('verify all payments instead')
    Reflect.deleteProperty(wallet.chain, 'first')
    expect(await page.get_transfer_details({ txid })).toEqual({ ...nothing, can_verify: true })
  })

  test('can be sent again: a payment that waits and whose bytes are stored', async () => {
    const { txid, rings } = waiting
    const blob = new Uint8Array([1])
    await put({ blob })
    expect(await page.get_transfer_details({ txid })).toEqual({
      can_resend: true,
      can_verify: false,
      rings,
    })
    await put({ blob, state: 'mined' })
    expect(await page.get_transfer_details({ txid })).toMatchObject({ can_resend: false })
  })

  test('cannot be sent again: a payment of another copy, as resend_tx says', async () => {
    const { txid } = waiting
    await put({})
    expect(await page.get_transfer_details({ txid })).toMatchObject({ can_resend: false })
    await expect(page.resend_tx({ txid })).rejects.toMatchObject({ code: -8 })
  })

  test('error: an invalid transaction id', async () => {
    await expect(page.get_transfer_details({ txid: 'zz' })).rejects.toMatchObject({ code: -8 })
  })
})
