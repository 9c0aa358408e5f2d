import { describe, expect, test } from 'vitest'
import { Events, type WalletEvent } from '../../../../worker/engine/base/events.ts'

describe('events', () => {
  test('reach every listener until it unsubscribes', () => {
    const events = new Events(() => {})
    const seen: [string, WalletEvent][] = []
    const end = events.subscribe((event) => seen.push(['a', event]))
    events.subscribe((event) => seen.push(['b', event]))
    events.emit('changed', { what: 'balance' })
    end()
    events.emit('sent', { txid: 'ff' })
    expect(seen).toEqual([
      ['a', { name: 'changed', what: 'balance' }],
      ['b', { name: 'changed', what: 'balance' }],
      ['b', { name: 'sent', txid: 'ff' }],
    ])
  })

  test('an error in a listener does not stop the next listener', () => {
    const failures: unknown[] = []
    const events = new Events((error) => failures.push(error))
    const broken = new Error('broken')
    events.subscribe(() => {
      throw broken
    })
    let reached = false
    events.subscribe(() => (reached = true))
    events.emit('connection', { online: false })
    expect({ failures, reached }).toEqual({ failures: [broken], reached: true })
  })
})
