import { expect, test } from 'vitest'
import { ofWallet } from '../../../web/state/of-wallet.svelte.ts'
import type { WalletState } from '../../../web/state/wallet.svelte.ts'

const open = (name: string) => ({ name }) as WalletState

test('a wallet keeps its state; each opening begins a new one', () => {
  const made: string[] = []
  const stateOf = ofWallet(({ name }) => {
    made.push(name)
    return { name }
  })
  const wallet = open('first')
  const state = stateOf(wallet)
  expect(state).toEqual({ name: 'first' })
  expect(stateOf(wallet)).toBe(state)
  const again = open('first')
  expect(stateOf(again)).not.toBe(state)
  expect(stateOf(wallet)).toBe(state)
  expect(made).toEqual(['first', 'first'])
})

test('states of different kinds are apart', () => {
  const first = ofWallet(() => ({}))
  const second = ofWallet(() => ({}))
  const wallet = open('mine')
  expect(first(wallet)).not.toBe(second(wallet))
})

test('error: a state that cannot be made is tried again', () => {
  let calls = 0
  const stateOf = ofWallet(() => {
    calls++
    if (calls === 1) throw new Error('not now')
    return { calls }
  })
  const wallet = open('mine')
  expect(() => stateOf(wallet)).toThrow('not now')
  expect(stateOf(wallet)).toEqual({ calls: 2 })
})
