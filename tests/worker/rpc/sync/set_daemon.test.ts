import { describe, expect, test } from 'vitest'
import { tlsOf } from '#protocol/network/tls.ts'
import { connectThroughProxy } from '../../../../worker/adapters/page-daemon.ts'
import type { DaemonAddress } from '../../../../worker/engine/base/ports.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet, unreachable } from '../../../support/wallets/test-wallet.ts'

/** A service, and the daemons that it connects to. */
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

const hash = 'ab'.repeat(32)
const left = { username: '', password: '', trusted: false, tls: tlsOf({}), proxy: undefined }

describe('set_daemon', () => {
  test.each([
    [{ address: 'node:18081' }, { address: 'node:18081' }],
    [
      { address: 'https://node/monero', username: 'me', password: 'pw' },
      {
        address: 'https://node/monero',
        username: 'me',
        password: 'pw',
        tls: tlsOf({ mode: 'enabled' }),
      },
    ],
    [
      { address: '[::1]:18081', trusted: true },
      { address: '[::1]:18081', trusted: true },
    ],
    [
      { address: 'node:1', ssl_support: 'enabled', ssl_allow_any_cert: true },
      { address: 'https://node:1', tls: tlsOf({ mode: 'enabled', anyCertificate: true }) },
    ],
    [
      { address: 'node:1', ssl_allowed_fingerprints: [hash.toUpperCase()] },
      { address: 'https://node:1', tls: tlsOf({ mode: 'enabled', fingerprints: [hash] }) },
    ],
    [
      {
        address: 'node:1',
        ssl_support: 'autodetect',
        ssl_ca_file: 'ca.pem',
        ssl_private_key_path: 'my.key',
        ssl_certificate_path: 'my.crt',
      },
      {
        address: 'node:1',
        tls: tlsOf({
          mode: 'autodetect',
          caFile: 'ca.pem',
          keyFile: 'my.key',
          certificateFile: 'my.crt',
        }),
      },
    ],
    [
      { address: 'https://node:1', ssl_support: 'disabled' },
      { address: 'https://node:1', tls: tlsOf({ mode: 'disabled' }) },
    ],
    [
      { address: 'node:1', proxy: 'socks5://127.0.0.1:9050' },
      { address: 'node:1', proxy: { host: '127.0.0.1', port: 9050, version: 5 } },
    ],
    [{ address: 'http://node:1/' }, { address: 'http://node:1/' }],
    [{}, { address: '' }],
  ])('%o', async (params, target) => {
    const { service, targets } = await withDaemons()
    expect(await dispatch(service, 'set_daemon', params)).toEqual({ result: {} })
    expect(targets).toEqual([{ ...left, ...target }])
  })

  test('errors name the daemon by the given address', async () => {
    const service = await testService()
    const wallet = await testWallet({}, service)
    await dispatch(service, 'set_daemon', { address: 'away:1' })
    const params = { txid: hash, tx_key: `01${'00'.repeat(31)}`, address: wallet.primaryAddress }
    expect(await dispatch(service, 'check_tx_key', params)).toEqual({
      error: { code: -1, message: 'Failed to connect to daemon: away:1' },
    })
  })

  test.each([
    [{ address: 'ftp://node' }, 'Unable to set daemon'],
    [{ address: 'node /x' }, 'Unable to set daemon'],
    [{ address: 'me:pw@node' }, 'Unable to set daemon'],
    [{ address: 'node:1', proxy: 'tor' }, 'Unable to set daemon'],
    [{ ssl_allowed_fingerprints: ['xy'] }, 'must be hex-encoded SHA-256 values'],
    [{ ssl_allowed_fingerprints: ['abcd'] }, 'must decode to exactly 32 bytes'],
    [{ ssl_support: 'enabled' }, 'no user certificate or fingerprints were provided'],
    [{ address: 'node:1', ssl_support: 'sometimes' }, 'Invalid ssl support mode'],
    [{ address: 'node:1', ssl_support: '' }, 'Invalid ssl support mode'],
  ] as const)('error: %o', async (params, message) => {
    const { service, targets } = await withDaemons()
    expect(await dispatch(service, 'set_daemon', params)).toMatchObject({
      error: { code: -38, message: expect.stringContaining(message) as string },
    })
    expect(targets).toEqual([])
  })

  test.each([
    [{ ssl_allowed_fingerprints: [hash] }, 'a page cannot choose certificates'],
    [{ ssl_ca_file: 'ca.pem' }, 'a page cannot choose certificates'],
    [{ ssl_certificate_path: 'my.crt' }, 'a page cannot choose certificates'],
    [{ proxy: '127.0.0.1:9050' }, 'a page cannot use a SOCKS proxy'],
  ])('error: %o in a page, and the daemon stays the same', async (params, message) => {
    const service = await testService({}, { connect: connectThroughProxy })
    const wallet = await testWallet({}, service)
    await dispatch(service, 'set_daemon', { address: 'first:1' })
    expect(await dispatch(service, 'set_daemon', { address: 'second:1', ...params })).toEqual({
      error: { code: -38, message: `Unable to set daemon: ${message}` },
    })
    expect(wallet.daemonAddress?.address).toBe('first:1')
    await wallet.close()
  })
})
