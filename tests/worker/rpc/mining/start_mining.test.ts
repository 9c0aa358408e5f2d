import { describe, expect, test } from 'vitest'
import { miningWallet } from '../../../support/wallets/mining-wallet.ts'

describe('start_mining', () => {
  test('starts the daemon mining to our primary address', async () => {
    const { wallet, asked, call } = await miningWallet()
    expect(await call('start_mining', { threads_count: 4 })).toEqual({ result: {} })
    expect(asked).toEqual([
      {
        miner_address: wallet.primaryAddress,
        threads_count: 4n,
        do_background_mining: false,
        ignore_battery: false,
      },
    ])
  })

  test.each([0, 5])('error: %i threads', async (threads_count) => {
    const { asked, call } = await miningWallet()
    expect(await call('start_mining', { threads_count })).toEqual({
      error: { code: -1, message: 'The specified number of threads is inappropriate.' },
    })
    expect(asked).toEqual([])
  })

  test('error: the daemon is not trusted', async () => {
    const { asked, call } = await miningWallet({ trusted: false })
    expect(await call('start_mining', { threads_count: 1 })).toEqual({
      error: { code: -1, message: 'This command requires a trusted daemon.' },
    })
    expect(asked).toEqual([])
  })

  test('error: the daemon refuses', async () => {
    const { call } = await miningWallet({ fails: true })
    expect(await call('start_mining', { threads_count: 1 })).toEqual({
      error: { code: -1, message: "Couldn't start mining due to unknown error." },
    })
  })
})
