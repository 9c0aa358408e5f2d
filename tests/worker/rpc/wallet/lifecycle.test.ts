import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

describe('close_wallet', () => {
  test('closes, and wipes the secrets', async () => {
    const service = await testService()
    const { secrets } = await testWallet({ name: 'a' }, service)
    expect(await dispatch(service, 'close_wallet')).toEqual({ result: {} })
    expect(service.wallet).toBeUndefined()
    expect(secrets.viewSecret.every((byte) => byte === 0)).toBe(true)
    expect(secrets.spendSecret?.every((byte) => byte === 0)).toBe(true)
  })

  test('error: nothing is open', async () => {
    expect(await dispatch(await testService(), 'close_wallet')).toEqual({
      error: { code: -13, message: 'No wallet file' },
    })
  })
})

describe('change_wallet_password', () => {
  test('the new password opens, the old one does not', async () => {
    const service = await testService()
    await testWallet({ name: 'a', password: 'old' }, service)
    const change = { old_password: 'old', new_password: 'new' }
    expect(await dispatch(service, 'change_wallet_password', change)).toEqual({ result: {} })
    await dispatch(service, 'close_wallet')
    const open = (password: string) => dispatch(service, 'open_wallet', { filename: 'a', password })
    expect(await open('old')).toHaveProperty('error.data', 'wrong password')
    expect(await open('new')).toEqual({ result: {} })
  })

  test('error: a wrong old password', async () => {
    const service = await testService()
    await testWallet({ name: 'a', password: 'old' }, service)
    const change = { old_password: 'guess', new_password: 'new' }
    expect(await dispatch(service, 'change_wallet_password', change)).toEqual({
      error: { code: -22, message: 'Invalid original password.' },
    })
    expect(await service.wallet!.verifyPassword('old')).toBe(true)
  })
})

describe('query_key', () => {
  test.each(['', 'seed', 'Mnemonic'])('error: unknown type %j', async (key_type) => {
    const service = await testService()
    await testWallet({}, service)
    expect(await dispatch(service, 'query_key', { key_type })).toEqual({
      error: { code: 0, message: `key_type ${key_type} not found` },
    })
  })
})

describe('stop_wallet', () => {
  test('tells the host to end, once the answer is there', async () => {
    const service = await testService()
    await testWallet({}, service)
    expect(await dispatch(service, 'stop_wallet')).toEqual({ result: {} })
    await service.stopped
  })

  test('error: nothing is open', async () => {
    expect(await dispatch(await testService(), 'stop_wallet')).toEqual({
      error: { code: -13, message: 'No wallet file' },
    })
  })
})

describe('store', () => {
  test('answers', async () => {
    const service = await testService()
    await testWallet({}, service)
    expect(await dispatch(service, 'store')).toEqual({ result: {} })
  })
})

describe('get_languages', () => {
  test('lists both names of each, in the same order', async () => {
    expect(await dispatch(await testService(), 'get_languages')).toEqual({
      result: {
        languages: [
          ...['German', 'English', 'Spanish', 'French', 'Italian', 'Dutch', 'Portuguese'],
          ...['Russian', 'Japanese', 'Chinese (simplified)', 'Esperanto', 'Lojban'],
        ],
        languages_local: [
          ...['Deutsch', 'English', 'Español', 'Français', 'Italiano', 'Nederlands', 'Português'],
          ...['русский язык', '日本語', '简体中文 (中国)', 'Esperanto', 'Lojban'],
        ],
      },
    })
  })
})

describe('service', () => {
  test('makes changes one at a time: of two that want a name, one gets it', async () => {
    const service = await testService()
    const params = { filename: 'same', language: 'English' }
    const outcomes = await Promise.all([
      dispatch(service, 'create_wallet', params),
      dispatch(service, 'create_wallet', params),
    ])
    expect(outcomes.filter((outcome) => 'result' in outcome)).toHaveLength(1)
    expect(outcomes.find((outcome) => 'error' in outcome)).toMatchObject({ error: { code: -21 } })
  })

  test('tells who watches which wallet is open', async () => {
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
