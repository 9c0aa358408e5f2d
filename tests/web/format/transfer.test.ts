import { describe, expect, test } from 'vitest'
import { describeTransfer } from '../../../web/format/transfer.ts'
import type { Transfer } from '../../../web/state/wallet.svelte.ts'

describe('describeTransfer', () => {
  const transfer = (fields: Partial<Transfer>) =>
    ({ type: 'in', amount: 5n, fee: 2n, locked: false, confirmations: 3n, ...fields }) as Transfer

  test('includes the fee of an outgoing transfer', () => {
    expect(describeTransfer(transfer({ type: 'out' }))).toMatchObject({
      title: 'Sent',
      amount: -7n,
    })
  })

  test('excludes the sender’s fee of an incoming transfer', () => {
    expect(describeTransfer(transfer({}))).toMatchObject({ title: 'Received', amount: 5n })
  })

  test('warns of a double spend', () => {
    const shown = describeTransfer(transfer({ type: 'pool', double_spend_seen: true }))
    expect(shown.state).toBe('double spend detected: do not rely on it')
  })

  test('tells a refused transfer that can still be mined from others that failed', () => {
    const stateOf = (can_be_mined?: boolean) =>
      describeTransfer(transfer({ type: 'failed', can_be_mined })).state
    expect(stateOf(true)).toBe('refused by the node, could still be mined')
    expect(stateOf()).toBe('failed')
  })

  test('marks a payment of the last day that is not verified', () => {
    const stateOf = (fields: Partial<Transfer>) =>
      describeTransfer(transfer({ unverified: true, ...fields })).state
    expect(stateOf({})).toBe('not yet verified')
    expect(stateOf({ locked: true })).toBe('locked, 3 confirmations, not yet verified')
    expect(stateOf({ confirmations: 719n })).toBe('not yet verified')
    expect(stateOf({ confirmations: 720n })).toBeUndefined()
    expect(stateOf({ type: 'pool' })).toBe('waiting to be mined')
  })

  test('describes a failed transfer', () => {
    expect(describeTransfer(transfer({ type: 'failed' }))).toMatchObject({
      title: 'Not sent',
      tone: 'failed',
    })
  })
})
