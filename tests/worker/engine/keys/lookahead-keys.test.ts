import { describe, expect, test } from 'vitest'
import { testWallet } from '../../../support/wallets/test-wallet.ts'

const index = (account: number, address: number) => ({ account, address })

/** Addresses of a wallet that watches 2 accounts and 5 addresses beyond the last used one. */
async function lookahead() {
  const { addresses: made, store } = await testWallet()
  const ahead = made.ahead()
  return { made, ahead, commit: () => store.commit((change) => ahead.stage(change)) }
}

describe('the lookahead of blocks that are being scanned', () => {
  test('creates all addresses up to a paid one, and extends the watched ones', async () => {
    const { made, ahead, commit } = await lookahead()
    await ahead.use(index(1, 3))
    await commit()
    expect(made.accountCount).toBe(2)
    expect(made.addressCount(1)).toBe(4)
    expect(made.label(index(1, 0))).toBe('Untitled account')
    expect(made.find(made.spendKey(index(1, 7)))).toEqual(index(1, 7))
    expect(made.find(made.spendKey(index(1, 8)))).toBeUndefined()
    expect(made.find(made.spendKey(index(2, 0)))).toEqual(index(2, 0))
  })

  test('watches further addresses before the payment is committed', async () => {
    const { made, ahead, commit } = await lookahead()
    const key = (account: number, address: number) => made.spendKey(index(account, address))
    await ahead.use(index(0, 4))
    expect(ahead.find(key(0, 8))).toEqual(index(0, 8))
    await ahead.use(index(0, 8))
    // A later payment to a lower address does not shorten it.
    await ahead.use(index(0, 2))
    expect(ahead.find(key(0, 12))).toEqual(index(0, 12))
    expect(ahead.find(key(0, 13))).toBeUndefined()
    expect(made.find(key(0, 5))).toBeUndefined()
    expect(made.addressCount(0)).toBe(1)

    // An address created in the meantime keeps its label.
    await made.createAddresses(0, 'shop', 1)
    await commit()
    expect(made.addressCount(0)).toBe(9)
    expect(made.label(index(0, 1))).toBe('shop')
    expect(made.find(key(0, 12))).toEqual(index(0, 12))
  })

  test('a payment to an existing address changes nothing', async () => {
    const { made, ahead, commit } = await lookahead()
    await ahead.use(index(0, 0))
    await commit()
    expect(made.find(made.spendKey(index(0, 5)))).toBeUndefined()
  })

  test('blocks that turn out invalid leave no trace', async () => {
    const { made, ahead } = await lookahead()
    await ahead.use(index(1, 3))
    expect(ahead.find(made.spendKey(index(2, 4)))).toEqual(index(2, 4))
    expect([made.accountCount, made.addressCount(0)]).toEqual([1, 1])
    expect(made.find(made.spendKey(index(2, 4)))).toBeUndefined()
    const next = made.ahead()
    expect(next.find(made.spendKey(index(2, 4)))).toBeUndefined()
  })
})
