import { describe, expect, test } from 'vitest'
import type { WalletEvent } from '../../../../worker/engine/base/events.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const crypto = await testCrypto()

describe('a refresh', () => {
  test('sends progress, received payments, and that the daemon answered', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const events: WalletEvent[] = []
    wallet.events.subscribe((event) => events.push(event))
    const paid = script.pay({ payments: [{ to: { account: 0, address: 2 }, amount: 9n }] })
    script.mine([paid])
    await wallet.sync.refresh()
    const named = (name: WalletEvent['name']) => events.filter((event) => event.name === name)
    expect(named('connection')).toEqual([{ name: 'connection', online: true }])
    expect(named('received')).toEqual([
      { name: 'received', txid: paid.txid, amount: 9n, account: 0, address: 2 },
    ])
    expect(named('progress').at(-1)).toMatchObject({ height: 2n, target: 2n })
    expect(new Set(named('changed').map((event) => 'what' in event && event.what))).toEqual(
      new Set(['height', 'balance', 'transfers', 'addresses']),
    )
  })

  test('reports an unusable answer as offline, until one is usable', async () => {
    let nettype = 'stagenet'
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => ({
        ...daemon,
        json: {
          ...daemon.json,
          get_info: async () => ({ ...(await daemon.json.get_info({})), nettype }),
        },
      }),
    })
    script.mine()
    const events: WalletEvent[] = []
    wallet.events.subscribe((event) => event.name === 'connection' && events.push(event))
    for (let i = 0; i < 2; i++) await expect(wallet.sync.refresh()).rejects.toThrow('stagenet')
    const problem = { code: -1, message: expect.stringContaining('the daemon is on stagenet') }
    const trouble = { name: 'connection', online: false, problem }
    expect(events.splice(0)).toEqual([trouble, trouble])
    nettype = ''
    await wallet.sync.refresh()
    expect(events).toEqual([{ name: 'connection', online: true }])
  })

  test('sends no money events when nothing arrived', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine()
    await wallet.sync.refresh()
    const events: WalletEvent[] = []
    wallet.events.subscribe((event) => events.push(event))
    await wallet.sync.refresh()
    expect(events.map(({ name }) => name)).toEqual(['connection', 'progress'])
  })
})
