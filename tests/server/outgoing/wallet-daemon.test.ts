import { expect, test } from 'vitest'
import { socksProxyOf } from '#protocol/network/socks.ts'
import { daemonConnection } from '../../../server/outgoing/wallet-daemon.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../support/wallets/test-wallet.ts'

/** A wallet of a program that was started with this `--proxy`. */
async function walletBehind(proxy: string | undefined) {
  const own = proxy === undefined ? undefined : socksProxyOf(proxy)!
  const connect = daemonConnection(own, () => {})
  const service = await testService({}, { connect, hasProxy: own !== undefined })
  const wallet = await testWallet({}, service)
  const set = (params: object) => dispatch(service, 'set_daemon', params)
  return { wallet, set }
}

const elsewhere = { address: 'daemon.example:18081', trusted: true }

test('error: set_daemon takes no proxy when the program has one', async () => {
  const { wallet, set } = await walletBehind('127.0.0.1:9050')
  await set(elsewhere)
  const before = wallet.daemonAddress
  // Whatever else is wrong. @see monero src/wallet/wallet_rpc_server.cpp on_set_daemon
  for (const wrong of [{}, { ssl_support: 'sometimes' }, { ssl_allowed_fingerprints: ['xy'] }])
    expect(await set({ address: 'another.example:1', proxy: '127.0.0.1:9051', ...wrong })).toEqual({
      error: {
        code: -49,
        message: 'It is not possible to set daemon specific proxy when --proxy is defined.',
      },
    })
  expect(before).toMatchObject({ address: 'daemon.example:18081' })
  expect(wallet.daemonAddress).toBe(before)
})

test('set_daemon takes a proxy when the program has none', async () => {
  const { wallet, set } = await walletBehind(undefined)
  expect(await set({ ...elsewhere, proxy: '127.0.0.1:9051' })).toEqual({ result: {} })
  expect(wallet.daemonAddress?.proxy).toEqual(socksProxyOf('127.0.0.1:9051'))
})
