import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import type { DaemonAddress } from '../../../../worker/engine/ports.ts'
import { fundedWallet } from '../../../support/funded-wallet.ts'
import { testService, testWallet, unreachable } from '../../../support/wallet.ts'

describe('refresh', () => {
  test('tells how many blocks there were, and whether money came', async () => {
    const { call, script } = await fundedWallet()
    script.mine().mine([], { account: 0, address: 0 })
    expect(await call('refresh')).toEqual({ result: { blocks_fetched: 2n, received_money: true } })
    expect(await call('refresh', { start_height: 3 })).toEqual({
      result: { blocks_fetched: 0n, received_money: false },
    })
    expect(await call('get_height')).toEqual({ result: { height: 18n } })
    expect(await call('getheight')).toEqual({ result: { height: 18n } })
  })

  test('error: the daemon cannot be reached', async () => {
    const service = await testService()
    await testWallet({}, service)
    const refused = { error: { code: -38, message: 'no connection to daemon' } }
    expect(await dispatch(service, 'refresh')).toEqual(refused)
    expect(await dispatch(service, 'set_daemon', { address: 'away:1' })).toEqual({ result: {} })
    expect(await dispatch(service, 'refresh')).toEqual(refused)
    expect(await dispatch(service, 'get_height')).toEqual({ result: { height: 1n } })
  })
})

describe('auto_refresh', () => {
  test('is switched on, retimed and off, also without a wallet', async () => {
    const service = await testService()
    expect(await dispatch(service, 'auto_refresh', { enable: false })).toEqual({ result: {} })
    const wallet = await testWallet({}, service)
    expect(wallet.autoRefresh.period).toBe(0)
    await dispatch(service, 'auto_refresh', { period: 7 })
    expect(wallet.autoRefresh.period).toBe(7)
    await dispatch(service, 'auto_refresh')
    expect(wallet.autoRefresh.period).toBe(20)
    await service.close()
    const next = await testWallet({}, service)
    expect(next.autoRefresh.period).toBe(20)
    await service.close()
  })
})

describe('set_daemon', () => {
  async function withDaemons() {
    const targets: DaemonAddress[] = []
    const connect = (target: DaemonAddress) => {
      targets.push(target)
      return unreachable()
    }
    const service = await testService({}, { connect })
    await testWallet({}, service)
    return { service, targets }
  }

  test.each([
    [{ address: 'node:18081' }, 'http://node:18081'],
    [{ address: 'https://node/monero', username: 'me', password: 'pw' }, 'https://node/monero'],
    [{ address: '[::1]:18081', trusted: true }, 'http://[::1]:18081'],
    [{ address: 'node:1', ssl_support: 'enabled', ssl_allow_any_cert: true }, 'https://node:1'],
    [{}, ''],
  ])('%o', async (params, address) => {
    const { service, targets } = await withDaemons()
    expect(await dispatch(service, 'set_daemon', params)).toEqual({ result: {} })
    const defaults = { username: '', password: '', trusted: false }
    const { username, password, trusted } = { ...defaults, ...params }
    expect(targets).toEqual([{ address, username, password, trusted }])
  })

  test.each([
    [{ address: 'ftp://node' }, 'Unable to set daemon'],
    [{ address: 'node /x' }, 'Unable to set daemon'],
    [{ address: 'me:pw@node' }, 'Unable to set daemon'],
    [{ address: 'node:1', proxy: '127.0.0.1:9050' }, 'proxies are not supported'],
    [{ address: 'node:1', ssl_ca_file: 'ca.pem' }, 'certificates of its own are not supported'],
    [{ ssl_allowed_fingerprints: ['xy'] }, 'must be hex-encoded SHA-256 values'],
    [{ ssl_allowed_fingerprints: ['abcd'] }, 'must decode to exactly 32 bytes'],
    [{ ssl_support: 'enabled' }, 'no user certificate or fingerprints were provided'],
    [{ address: 'node:1', ssl_support: 'sometimes' }, 'Invalid ssl support mode'],
  ] as const)('error: %o', async (params, message) => {
    const { service, targets } = await withDaemons()
    expect(await dispatch(service, 'set_daemon', params)).toMatchObject({
      error: { code: -38, message: expect.stringContaining(message) as string },
    })
    expect(targets).toEqual([])
  })
})
