import { describe, expect, test } from 'vitest'
import { noteSeedCheck, seedCheckOf } from '../../../../worker/engine/keys/seed-check.ts'
import { testWallet } from '../../../support/wallets/test-wallet.ts'

const day = 86_400n

describe('seedCheckOf', () => {
  test('is due at once, and half a year after a check', async () => {
    const { store } = await testWallet()
    expect(seedCheckOf(store, 100n)).toEqual({ hasWords: true, isDue: true, checked: undefined })
    await store.commit((change) => noteSeedCheck(change, store, 'checked', 100n))
    const checked = { hasWords: true, isDue: false, checked: 100n }
    expect(seedCheckOf(store, 99n + 180n * day)).toEqual(checked)
    expect(seedCheckOf(store, 100n + 180n * day)).toEqual({ ...checked, isDue: true })
  })

  test('is due two weeks after it was postponed, which keeps the last check', async () => {
    const { store } = await testWallet()
    await store.commit((change) => noteSeedCheck(change, store, 'checked', 100n))
    await store.commit((change) => noteSeedCheck(change, store, 'later', 200n))
    const state = { hasWords: true, checked: 100n }
    expect(seedCheckOf(store, 199n + 14n * day)).toEqual({ ...state, isDue: false })
    expect(seedCheckOf(store, 200n + 14n * day)).toEqual({ ...state, isDue: true })
  })

  test('is never due without words', async () => {
    const { store } = await testWallet({ seedLanguage: '', deterministic: false })
    expect(seedCheckOf(store, 100n)).toMatchObject({ hasWords: false, isDue: false })
  })

  test('reads a foreign attribute as none', async () => {
    const { store } = await testWallet()
    await store.commit((change) => change.put(store.attributes, 'nightjar.seed-check', 'soon'))
    expect(seedCheckOf(store, 100n)).toMatchObject({ isDue: true, checked: undefined })
  })
})
