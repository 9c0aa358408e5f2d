import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { testService, unreachable } from '../../../support/wallets/test-wallet.ts'

const english = { filename: 'first', password: 'pass', language: 'English' }

describe('create_wallet', () => {
  test('creates a wallet with a new seed and opens it', async () => {
    const service = await testService()
    expect(await dispatch(service, 'create_wallet', english)).toEqual({ result: {} })
    const first = await dispatch(service, 'query_key', { key_type: 'mnemonic' })
    expect(first).toMatchObject({ result: { key: expect.stringMatching(/^([a-z]+ ?){25}$/) } })
    await dispatch(service, 'create_wallet', { ...english, filename: 'second' })
    expect(service.wallet?.name).toBe('second')
    expect(await dispatch(service, 'query_key', { key_type: 'mnemonic' })).not.toEqual(first)
  })

  test.each(['Deutsch', 'German', '日本語', 'Chinese (simplified)'])(
    'takes the language %s by either name',
    async (language) => {
      const service = await testService()
      await dispatch(service, 'create_wallet', { language })
      const { result } = (await dispatch(service, 'query_key', { key_type: 'mnemonic' })) as {
        result: { key: string }
      }
      expect(result.key.split(' ')).toHaveLength(25)
    },
  )

  test('scans from the height of the daemon', async () => {
    const connect = (): Daemon => {
      const daemon = unreachable()
      return {
        ...daemon,
        json: { ...daemon.json, get_height: async () => ({ height: 77n }) as never },
      }
    }
    const service = await testService({ daemon: { address: 'x:1', trusted: false } }, { connect })
    await dispatch(service, 'create_wallet', english)
    expect(service.wallet?.info.restoreHeight).toBe(77n)
  })

  test('scans from an estimate a month behind without a daemon', async () => {
    const clock = { now: () => 1_700_000_000n, monotonicMs: () => 0, sleep: async () => {} }
    const service = await testService({}, { clock })
    await dispatch(service, 'create_wallet', english)
    // Blocks of 120 s since the fork to them, less those of a month.
    const height = 1_009_827n + (1_700_000_000n - 1_458_748_658n) / 120n - 21_600n
    expect(service.wallet?.info.restoreHeight).toBe(height)
  })

  test('keeps a wallet without a name in memory', async () => {
    const service = await testService()
    await dispatch(service, 'create_wallet', { language: 'English' })
    expect(service.wallet?.name).toBe('')
    expect(await service.ports.files.list()).toEqual([])
  })

  test.each([
    ['a path', { ...english, filename: 'a/b' }, -1, 'Invalid filename'],
    ['no language', { filename: 'a' }, -1, 'Unknown language: '],
    ['an unknown language', { ...english, language: 'Klingon' }, -1, 'Unknown language: Klingon'],
    [
      'the oldest word list',
      { ...english, language: 'EnglishOld' },
      -1,
      'Unknown language: EnglishOld',
    ],
  ])('error: %s', async (_, params, code, message) => {
    const service = await testService()
    expect(await dispatch(service, 'create_wallet', params)).toEqual({ error: { code, message } })
    expect(service.wallet).toBeUndefined()
    expect(await service.ports.files.list()).toEqual([])
  })

  test('error: the name exists, and the open wallet stays', async () => {
    const service = await testService()
    await dispatch(service, 'create_wallet', english)
    const before = service.wallet
    expect(await dispatch(service, 'create_wallet', english)).toEqual({
      error: { code: -21, message: 'Cannot create wallet. Already exists.' },
    })
    expect(service.wallet).toBe(before)
  })

  test('error: no wallet dir', async () => {
    const service = await testService({ walletDir: false })
    expect(await dispatch(service, 'create_wallet', english)).toEqual({
      error: { code: -23, message: 'No wallet dir configured' },
    })
  })

  test('error: a folder that cannot be written', async () => {
    const service = await testService()
    service.ports.files.create = () =>
      Promise.reject(Object.assign(new Error('EACCES: /home/me'), { code: 'EACCES' }))
    expect(await dispatch(service, 'create_wallet', english)).toEqual({
      error: {
        code: -1,
        message: 'The wallet could not be stored: EACCES',
        data: 'storage: failed',
      },
    })
  })

  test('error: the disk is full, and no wallet stays', async () => {
    const service = await testService()
    const files = service.ports.files as unknown as { beforeWrite: () => void }
    files.beforeWrite = () => {
      throw new Error('disk full')
    }
    expect(await dispatch(service, 'create_wallet', english)).toMatchObject({
      error: { code: -1, message: 'The wallet could not be stored: Error' },
    })
    expect(await service.ports.files.list()).toEqual([])
    expect(service.wallet).toBeUndefined()
  })
})
