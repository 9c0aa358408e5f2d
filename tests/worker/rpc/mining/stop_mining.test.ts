import { describe, expect, test } from 'vitest'
import { miningWallet } from '../../../support/wallets/mining-wallet.ts'

describe('stop_mining', () => {
  test('stops the daemon, trusted or not', async () => {
    const { call, asked } = await miningWallet({ trusted: false })
    expect(await call('stop_mining')).toEqual({ result: {} })
    expect(asked).toEqual([{}])
  })

  test('error: the daemon refuses', async () => {
    const { call } = await miningWallet({ fails: true })
    expect(await call('stop_mining')).toEqual({
      error: { code: -1, message: "Couldn't stop mining due to unknown error." },
    })
  })
})
