import { expect, test } from 'vitest'
import { rescanScene } from '../../../support/wallets/rescan-scene.ts'
import { unreachable } from '../../../support/wallets/test-wallet.ts'

test('error: without a connection, methods that need a daemon return code -38 and change no record', async () => {
  const { call, service, wallet, books, spend } = await rescanScene()
  await call('refresh')
  const before = books()
  service.ports.connect = unreachable
  await call('set_daemon', { address: 'away:1', trusted: true })
  const address = wallet.primaryAddress
  const { keyImage } = [...wallet.store.outputs.values()].find(({ spent }) => !spent)!
  for (const [method, params] of [
    ['transfer', { destinations: [{ address, amount: 1 }] }],
    ['transfer_split', { destinations: [{ address, amount: 1 }] }],
    ['sweep_all', { address }],
    ['sweep_single', { address, key_image: keyImage }],
    ['sweep_dust', {}],
    ['scan_tx', { txids: [spend.txid] }],
    ['rescan_blockchain', {}],
    ['rescan_spent', {}],
    ['refresh', {}],
  ] as const)
    expect(await call(method, params), method).toEqual({
      error: { code: -38, message: 'no connection to daemon' },
    })
  expect(books()).toEqual(before)
})
