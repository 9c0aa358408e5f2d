import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import type { RandomBytes } from '#wasm/types.ts'
import { AutoRefresh } from '../../../../worker/engine/sync/auto-refresh.ts'
import { seededBytes } from '../../../support/random/sfc32.ts'

/** A loop whose clock a test moves: `step` lets one sleep pass. Each refresh takes `workMs`. */
function loop(
  outcomes: (Error | undefined)[],
  {
    random = leastRandom,
    workMs = 0,
    isLive = false,
  }: { random?: RandomBytes; workMs?: number; isLive?: boolean } = {},
) {
  const slept: number[] = []
  let now = 0
  const logged: string[] = []
  const wake: (() => void)[] = []
  let refreshes = 0
  let stops = 0
  /** Called in the middle of a refresh. */
  const during: (() => void)[] = []
  const auto = new AutoRefresh({
    clock: {
      now: () => 0n,
      monotonicMs: () => now,
      sleep: (ms) =>
        new Promise((resolve) => {
          slept.push(ms)
          wake.push(() => {
            now += ms
            resolve()
          })
        }),
    },
    random,
    log: (level, message) => void logged.push(`${level}: ${message}`),
    refresh: async () => {
      refreshes++
      now += workMs
      during.shift()?.()
      const failure = outcomes.shift()
      if (failure) throw failure
    },
    isLive: () => isLive,
    onStop: () => void stops++,
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    auto,
    slept,
    logged,
    during,
    refreshes: () => refreshes,
    stops: () => stops,
    settle,
    step: async () => {
      wake.shift()?.()
      await settle()
    },
  }
}

const away = new RpcError('NO_DAEMON_CONNECTION', 'no connection to daemon')

const leastRandom: RandomBytes = (length) => new Uint8Array(length)

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

  test.each([0, 3, 2999])('begins at the same times when its work takes %i ms', async (workMs) => {
    const draws = seededBytes(7)
    const { auto, slept, step, settle } = loop([], { random: draws, workMs })
    auto.start(20)
    await settle()
    for (let steps = 0; steps < 4; steps++) await step()
    const periods = slept.map((ms) => Math.round(ms + workMs))
    const idle = loop([], { random: seededBytes(7) })
    idle.auto.start(20)
    await idle.settle()
    for (let steps = 0; steps < 4; steps++) await idle.step()
    expect(periods).toEqual(idle.slept.map(Math.round))
    for (const period of periods) {
      expect(period).toBeGreaterThanOrEqual(20_000)
      expect(period).toBeLessThanOrEqual(30_000)
    }
    expect(new Set(periods).size).toBe(5)
    auto.stop()
    idle.auto.stop()
  })

  test('skips the start times that pass during a long refresh', async () => {
    const { auto, slept, settle } = loop([], { workMs: 45_000 })
    auto.start(20)
    await settle()
    expect(slept).toEqual([15_000])
    auto.stop()
  })

  test('waits longer while the daemon is unreachable, at most five minutes, and logs the reason', async () => {
    const { auto, slept, step, settle, logged } = loop(new Array<Error>(6).fill(away))
    auto.start(20)
    await settle()
    for (let steps = 0; steps < 6; steps++) await step()
    expect(slept).toEqual([40_000, 80_000, 160_000, 300_000, 300_000, 300_000, 20_000])
    expect(logged[0]).toBe('warning: auto refresh: no connection to daemon')
    auto.stop()
  })

  test('keeps its times when an answer is refused', async () => {
    const refused = new RpcError('UNKNOWN_ERROR', 'the wallet would hold too much')
    const { auto, slept, step, settle, logged } = loop([refused, refused])
    auto.start(20)
    await settle()
    await step()
    expect(slept).toEqual([20_000, 20_000])
    expect(logged).toHaveLength(2)
    auto.stop()
  })

  test('runs one loop after a second start, and none after a stop', async () => {
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

  test('refreshes early when something is reported, and then again in its period', async () => {
    const { auto, slept, step, settle, refreshes } = loop([])
    auto.soon(1)
    expect(refreshes()).toBe(0)
    auto.start(20)
    await settle()
    auto.soon(1_000)
    await settle()
    expect(refreshes()).toBe(2)
    expect(slept).toEqual([20_000, 20_000])
    await step()
    await step()
    expect(refreshes()).toBe(3)
    auto.stop()
  })

  test('a report within a refresh moves the next one, which does not show how long this one took', async () => {
    const draws = seededBytes(9)
    const { auto, slept, settle, during } = loop([], { random: draws, workMs: 300 })
    during.push(() => auto.soon(100))
    auto.start(20)
    await settle()
    // At most 100 milliseconds after the report; the work was over by then.
    expect(slept[0]).toBeLessThanOrEqual(100)
    auto.stop()
    const late = loop([], { workMs: 5_000, random: seededBytes(9) })
    late.during.push(() => late.auto.soon(0))
    late.auto.start(20)
    await late.settle()
    expect(late.slept[0]).toBeGreaterThanOrEqual(20_000)
    late.auto.stop()
  })

  test('is rare while the daemon reports what is new', async () => {
    const { auto, slept, settle, stops } = loop([], { isLive: true })
    auto.start(20)
    await settle()
    expect(slept).toEqual([600_000])
    expect(stops()).toBe(0)
    auto.stop()
    expect(stops()).toBe(1)
  })
})
