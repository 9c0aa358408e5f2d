import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { keysOfSeed } from '../../../worker/engine/keys/account.ts'
import { dispatch } from '../../../worker/rpc/dispatch.ts'
import { systemClock } from '../../../worker/adapters/platform.ts'
import { fakeDaemon } from '../../support/daemons/fake-daemon.ts'
import { payingWallet } from '../../support/spending/two-coin-wallet.ts'
import { testCrypto } from '../../support/wasm/crypto.ts'
import type { DaemonAddress } from '../../../worker/engine/base/ports.ts'
import {
  testSeed,
  testService,
  testWallet,
  unreachable,
  type TestPorts,
} from '../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()
const zero = new Uint8Array(32)

describe('a wallet that closes', () => {
  test('overwrites its keys and transaction keys, not the keys it returned', async () => {
    const { wallet, pay, service } = await payingWallet()
    const { spendSecret, viewSecret } = wallet.secrets
    const [signed] = await pay()
    const [kept] = wallet.store.sent.get(signed!.txid)!.txKeys
    const [answered] = signed!.txKeys
    expect(kept).toEqual(answered)
    await service.close()
    expect([spendSecret, viewSecret, kept]).toEqual([zero, zero, zero])
    expect(answered).not.toEqual(zero)
  })
})

describe('a wallet that cannot be created', () => {
  const outOfSpace = () => Object.assign(new Error('no space'), { code: 'ENOSPC' })

  test.each([
    ['at its first write', 1],
    ['at its second', 2],
  ])('error: storage fails %s, and no record stays', async (_, failing) => {
    const service = await testService()
    const { files } = service.ports as TestPorts
    let writes = 0
    files.beforeWrite = () => {
      if (++writes === failing) throw outOfSpace()
    }
    const secrets = keysOfSeed(crypto, testSeed)
    await expect(testWallet({ name: 'full disk', secrets }, service)).rejects.toMatchObject({
      code: -1,
      message: 'The wallet could not be stored: ENOSPC',
    })
    expect(writes).toBe(failing)
    expect([secrets.spendSecret, secrets.viewSecret]).toEqual([zero, zero])
    expect(await files.list()).toEqual([])
    expect(service.wallet).toBeUndefined()
  })

  test('error: the name exists, and its keys are overwritten', async () => {
    const service = await testService()
    await testWallet({ name: 'taken' }, service)
    const secrets = keysOfSeed(crypto, testSeed)
    await expect(testWallet({ name: 'taken', secrets }, service)).rejects.toMatchObject({
      code: -21,
    })
    expect([secrets.spendSecret, secrets.viewSecret]).toEqual([zero, zero])
  })
})

describe('the daemon of a wallet after set_daemon in the previous wallet', () => {
  const first: DaemonAddress = { address: 'first:1', trusted: true }
  const other: DaemonAddress = { address: 'other:1', trusted: false, username: 'me' }
  const nextDaemon = ({ address }: DaemonAddress) => ({ address, trusted: true })

  test('is the result of nextDaemon, also while no wallet is open', async () => {
    const service = await testService({ daemon: first, nextDaemon })
    expect(service.daemon).toBe(first)
    const wallet = await testWallet({ name: 'a' }, service)
    expect(wallet.daemonAddress).toBe(first)
    wallet.setDaemon(other)
    const next = { address: 'other:1', trusted: true }
    expect(service.daemon).toEqual(next)
    expect((await service.open('a', '')).daemonAddress).toEqual(next)
    await service.close()
    expect(service.daemon).toEqual(next)
    expect((await testWallet({ name: 'b' }, service)).daemonAddress).toEqual(next)
    await service.close()
  })

  test('is the configured daemon without nextDaemon', async () => {
    const service = await testService({ daemon: first })
    const wallet = await testWallet({ name: 'a' }, service)
    wallet.setDaemon(other)
    expect((await testWallet({ name: 'b' }, service)).daemonAddress).toBe(first)
    await service.close()
  })

  test('error: a file of its connection is missing; the wallet opens without it', async () => {
    let isGone = false
    const connect = () => {
      if (isGone) throw new RpcError('NO_DAEMON_CONNECTION', 'Unable to set daemon: no file')
      return unreachable()
    }
    const service = await testService({ daemon: first, nextDaemon }, { connect })
    await testWallet({ name: 'a' }, service)
    isGone = true
    const again = await service.open('a', '')
    expect([service.wallet, again.daemon]).toEqual([again, undefined])
    expect((service.ports as TestPorts).lines).toContain(
      'error: the daemon of the wallet before: Unable to set daemon: no file',
    )
    await service.close()
  })
})

describe('the open wallet of a service', () => {
  test('changes one call at a time: of two calls that use one name, one succeeds', async () => {
    const service = await testService()
    const params = { filename: 'same', language: 'English' }
    const outcomes = await Promise.all([
      dispatch(service, 'create_wallet', params),
      dispatch(service, 'create_wallet', params),
    ])
    expect(outcomes.filter((outcome) => 'result' in outcome)).toHaveLength(1)
    expect(outcomes.find((outcome) => 'error' in outcome)).toMatchObject({ error: { code: -21 } })
  })

  test('is reported to watchers as it changes', async () => {
    const service = await testService()
    const seen: (string | undefined)[] = []
    const end = service.watch((wallet) => seen.push(wallet?.name))
    await testWallet({ name: 'a' }, service)
    await dispatch(service, 'close_wallet')
    end()
    await testWallet({ name: 'b' }, service)
    expect(seen).toEqual([undefined, 'a', undefined])
  })
})

describe('the height before a date', () => {
  const seconds = BigInt(Date.parse('2024-06-15') / 1000)

  /** A service whose daemon answers only with its network. */
  async function serviceOf(nettype: string, network?: 'mainnet' | 'stagenet') {
    const asked: string[] = []
    const get_info = async () => {
      asked.push('get_info')
      return { nettype }
    }
    const daemon = { address: 'daemon', trusted: false }
    const connect = () => fakeDaemon({ rpc: { get_info } })
    const clock = { ...systemClock, now: () => BigInt(Date.parse('2025-01-01') / 1000) }
    return { service: await testService({ network, daemon }, { connect, clock }), asked }
  }

  test('comes from a table; the daemon is asked for its network alone', async () => {
    const { service, asked } = await serviceOf('mainnet')
    expect(await service.heightBefore(seconds)).toBe(3_168_499n)
    expect(asked).toEqual(['get_info'])
  })

  test('is that of the network of the service, or of the daemon where it has none', async () => {
    const stagenet = (await serviceOf('stagenet')).service
    expect(await stagenet.heightBefore(seconds)).toBeLessThan(1_700_000n)
    const other = (await serviceOf('mainnet', 'stagenet')).service
    expect(await other.heightBefore(seconds)).toBe(await stagenet.heightBefore(seconds))
  })

  test('is 0 on a private chain, which wallets of mainnet may use', async () => {
    const { service } = await serviceOf('fakechain', 'mainnet')
    expect(await service.heightBefore(seconds)).toBe(0n)
  })

  test('of a date in the future is that of today', async () => {
    const { service } = await serviceOf('mainnet')
    const today = service.ports.clock.now()
    expect(await service.heightBefore(today + 1_000_000_000n)).toBe(
      await service.heightBefore(today),
    )
  })
})
