import { describe, expect, test } from 'vitest'
import { AutoRefresh } from '../../../../worker/engine/sync/auto-refresh.ts'

/** A loop whose clock a test moves: `step` lets one sleep pass. */
function loop(outcomes: boolean[]) {
  const slept: number[] = []
  const logged: string[] = []
  const wake: (() => void)[] = []
  let refreshes = 0
  const auto = new AutoRefresh({
    clock: {
      now: () => 0n,
      monotonicMs: () => 0,
      sleep: (ms) => new Promise((resolve) => void (slept.push(ms), wake.push(resolve))),
    },
    log: (level, message) => void logged.push(`${level}: ${message}`),
    refresh: async () => {
      refreshes++
      if (outcomes.shift() === false) throw new Error('no connection to daemon')
    },
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    auto,
    slept,
    logged,
    refreshes: () => refreshes,
    settle,
    step: async () => {
      wake.shift()?.()
      await settle()
    },
  }
}

describe('auto refresh', () => {
  test('refreshes at once and every period', async () => {
    const { auto, slept, step, settle, refreshes } = loop([])
    auto.start(20)
    await settle()
    await step()
    expect(slept).toEqual([20_000, 20_000])
    expect(refreshes()).toBe(2)
    expect(auto.period).toBe(20)
    auto.stop()
  })

  test('waits longer after each failure, five minutes at most, and says why', async () => {
    const { auto, slept, step, settle, logged } = loop([...new Array(6).fill(false), true])
    auto.start(20)
    await settle()
    for (let steps = 0; steps < 6; steps++) await step()
    expect(slept).toEqual([40_000, 80_000, 160_000, 300_000, 300_000, 300_000, 20_000])
    expect(logged[0]).toBe('warning: auto refresh: no connection to daemon')
    auto.stop()
  })

  test('stops, and started again has one loop', async () => {
    const { auto, step, settle, refreshes } = loop([])
    auto.start(20)
    await settle()
    auto.start(30)
    await settle()
    expect(refreshes()).toBe(2)
    await step()
    expect(refreshes()).toBe(2)
    await step()
    expect(refreshes()).toBe(3)
    auto.stop()
    await step()
    expect(refreshes()).toBe(3)
  })
})
