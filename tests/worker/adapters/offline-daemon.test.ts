import { expect, test } from 'vitest'
import { offlineDaemon } from '../../../worker/adapters/offline-daemon.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { testService, testWallet, type TestPorts } from '../../support/wallets/test-wallet.ts'

async function coldWallet() {
  const daemon = { address: 'http://localhost:18081', trusted: true }
  const service = await testService({ daemon }, { connect: offlineDaemon })
  const wallet = await testWallet({}, service)
  const call = (method: string, params: object = {}) => dispatch(service, method, params)
  return { service, wallet, call }
}

/** As monero-wallet-rpc --offline answers, before set_daemon and after it. */
test('an offline wallet stays offline, whichever daemon is set', async () => {
  const { service, wallet, call } = await coldWallet()
  const key = { txid: 'ab'.repeat(32), tx_key: `01${'00'.repeat(31)}` }
  for (const address of ['http://localhost:18081', '127.0.0.1:2']) {
    expect(await call('refresh')).toEqual({
      result: { blocks_fetched: 0n, received_money: false },
    })
    expect(await call('rescan_spent')).toEqual({ result: {} })
    expect(await call('scan_tx', { txids: [key.txid] })).toMatchObject({ error: { code: -38 } })
    expect(await call('get_transfers', { pool: true })).toMatchObject({ result: { pool: [] } })
    expect(await call('check_tx_key', { ...key, address: wallet.primaryAddress })).toEqual({
      error: { code: -1, message: `Failed to connect to daemon: ${address}` },
    })
    expect(await call('set_daemon', { address: '127.0.0.1:2', trusted: true })).toEqual({
      result: {},
    })
  }
  expect((service.ports as TestPorts).lines).toEqual([])
  await service.close()
})

test('error: methods that need a daemon fail, and nothing is deleted', async () => {
  const { service, wallet, call } = await coldWallet()
  for (const [method, params] of [
    ['transfer', { destinations: [{ address: wallet.primaryAddress, amount: 1 }] }],
    ['sweep_all', { address: wallet.primaryAddress }],
    ['rescan_blockchain', {}],
  ] as const)
    expect(await call(method, params), method).toEqual({
      error: { code: -38, message: 'no connection to daemon' },
    })
  await service.close()
})
