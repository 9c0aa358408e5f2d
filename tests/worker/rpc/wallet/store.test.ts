import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { calledWallet } from '../../../support/wallets/called-wallet.ts'
import { testService } from '../../../support/wallets/test-wallet.ts'

describe('store', () => {
  test('writes to storage', async () => {
    const { call, wallet } = await calledWallet()
    let saved = 0
    const { save } = wallet
    wallet.save = () => {
      saved++
      return save.call(wallet)
    }
    expect(await call('store')).toEqual({ result: {} })
    expect(saved).toBe(1)
  })

  test('error: no wallet is open', async () => {
    expect(await dispatch(await testService(), 'store')).toEqual({
      error: { code: -13, message: 'No wallet file' },
    })
  })
})
