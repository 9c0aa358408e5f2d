import { describe, expect, test } from 'vitest'
import { StateStamps } from '../../../proxy/cache/state-stamps.ts'

function scene() {
  const state = {
    tip: 'a' as string | undefined,
    pool: 'p' as string | undefined,
    top: 9n as bigint | undefined,
  }
  const clock = { ms: 0 }
  const stamps = new StateStamps(
    { tip: () => state.tip, pool: () => state.pool, topHeight: () => state.top },
    () => clock.ms,
  )
  const of = (until: 'settled' | 'tip' | 'pool' | 'arrival') => stamps.of({ until })
  return { state, clock, stamps, of }
}

describe('StateStamps', () => {
  test('are equal while nothing changes', () => {
    const { of } = scene()
    for (const until of ['settled', 'tip', 'pool'] as const) {
      expect(of(until)).toEqual(of(until))
      expect(of(until).isKnown).toBe(true)
    }
  })

  test('change with that which the answer depends on', () => {
    const { of, state } = scene()
    const before = { settled: of('settled'), tip: of('tip'), pool: of('pool') }
    state.pool = 'q'
    expect(of('tip')).toEqual(before.tip)
    expect(of('pool')).not.toEqual(before.pool)
    const between = of('pool')
    state.tip = 'b'
    expect(of('tip')).not.toEqual(before.tip)
    expect(of('pool')).not.toEqual(between)
    expect(of('settled')).toEqual(before.settled)
  })

  test('of a state that comes back are new', () => {
    const { of, state } = scene()
    const first = of('tip')
    state.tip = 'b'
    of('tip')
    state.tip = 'a'
    expect(of('tip')).not.toEqual(first)
  })

  test.each([
    ['tip', ['tip', 'pool']],
    ['pool', ['pool']],
    ['top', ['settled']],
  ] as const)('error: without the %s they are unknown for %o', (part, unknown) => {
    const { of, state } = scene()
    state[part] = undefined
    const kinds = ['settled', 'tip', 'pool'] as const
    expect(kinds.filter((until) => !of(until).isKnown).sort()).toEqual([...unknown].sort())
  })

  test('of answers that are only joined are never known, but change', () => {
    const { of, state } = scene()
    const before = of('arrival')
    expect(before.isKnown).toBe(false)
    state.pool = 'q'
    expect(of('arrival').text).not.toBe(before.text)
  })

  test('change after an effect, once a second', () => {
    const { of, stamps, clock } = scene()
    const texts = [of('tip').text]
    const note = () => texts.push(of('tip').text)
    stamps.addEffect()
    note()
    stamps.addEffect()
    note()
    clock.ms = 1_000
    note()
    clock.ms = 5_000
    note()
    expect(texts.map((text) => texts.indexOf(text))).toEqual([0, 1, 1, 3, 3])
  })

  test('all change after a reset', () => {
    const { of, stamps } = scene()
    const before = of('settled')
    stamps.reset()
    expect(of('settled')).not.toEqual(before)
    expect(of('settled').isKnown).toBe(true)
  })
})
