import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { minerSeed } from '../../../support/programs/monerod.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

describe('query_key', () => {
  test.each([
    ['25', minerSeed.replaceAll('unquote', 'unquoted')],
    [
      '13',
      'foxes selfish humid nexus juvenile dodge pepper ember biscuit elapse jazz vibrate biscuit',
    ],
    [
      '16',
      'raven tail swear infant grief assist regular lamp duck valid someone little harsh puppy airport language',
    ],
  ])('returns its %s words if the wallet closes during the call', async (_, seed) => {
    const service = await testService()
    const params = { filename: 'w', seed }
    expect(await dispatch(service, 'restore_deterministic_wallet', params)).toMatchObject({
      result: { seed },
    })
    const { store } = service.wallet!
    const answer = dispatch(service, 'query_key', { key_type: 'mnemonic' })
    // As when the wallet closes.
    store.wipe()
    expect(await answer).toEqual({ result: { key: seed } })
  })
  test.each(['', 'seed', 'Mnemonic'])('error: the unknown type %j', async (key_type) => {
    const { call } = await calledWallet()
    expect(await call('query_key', { key_type })).toEqual({
      error: { code: 0, message: `key_type ${key_type} not found` },
    })
  })
})
