import { beforeEach, describe, expect, test } from 'vitest'
import { max64 } from '#protocol/fields.ts'
import { isExpired, isRelayDue, upkeepOf } from '../../../../proxy/node/pool/upkeep.ts'
import { poolScene } from '../../../support/chains/in-memory-pool.ts'
import { arrival, poolEntry } from '../../../support/transactions/pool-entry.ts'

let made: Awaited<ReturnType<typeof poolScene>>

beforeEach(async () => {
  made = await poolScene()
})

describe('isExpired', () => {
  test('is true after three days, and for transactions of blocks after seven', () => {
    const atDays = (entry: Parameters<typeof poolEntry>[0], days: bigint) =>
      [0n, 1n].map((more) => isExpired(poolEntry(entry), arrival + days * 86_400n + more))
    expect(atDays({ method: 'fluff' }, 3n)).toEqual([false, true])
    expect(atDays({ method: 'none' }, 3n)).toEqual([false, true])
    expect(atDays({ method: 'block' }, 7n)).toEqual([false, true])
  })
})

describe('isRelayDue', () => {
  const dueAfter = (seconds: bigint, changes = {}) =>
    isRelayDue(poolEntry(changes), arrival + seconds)

  test('is true five minutes after a relay at the arrival', () => {
    expect([dueAfter(300n), dueAfter(301n)]).toEqual([false, true])
  })

  test('waits the time between arrival and last relay, and at most four hours', () => {
    // Relayed after ten minutes: three steps of five minutes.
    const later = { lastRelayedTime: arrival + 600n }
    expect([dueAfter(1500n, later), dueAfter(1501n, later)]).toEqual([false, true])
    const late = { lastRelayedTime: arrival + 86_400n }
    expect([dueAfter(100_800n, late), dueAfter(100_801n, late)]).toEqual([false, true])
  })

  test('is false after half of the lifetime', () => {
    expect([dueAfter(129_600n), dueAfter(129_601n)]).toEqual([true, false])
    expect([
      dueAfter(302_400n, { method: 'block' }),
      dueAfter(302_401n, { method: 'block' }),
    ]).toEqual([true, false])
  })

  test('is false for a transaction that is not to be relayed, has no fee or was not relayed yet', () => {
    for (const changes of [{ method: 'none' }, { fee: 0n }, { lastRelayedTime: max64 }])
      expect(dueAfter(301n, changes)).toBe(false)
  })
})

describe('upkeepOf', () => {
  test('relays waiting transactions again, at growing intervals, up to half of their lifetime', () => {
    const [mine, quiet] = [made.spending(0), made.spending(9)]
    made.send(mine.blob)
    made.send(quiet.blob, { doNotRelay: true })
    const upkeep = upkeepOf(made.pool, made.clock)
    const times = []
    for (let minute = 0; minute < 3 * 24 * 60; minute++) {
      upkeep()
      const { lastRelayedTime } = made.pool.entry(mine.id)!
      if (lastRelayedTime === made.clock.time) times.push(minute)
      made.clock.time += 60n
    }
    // Each wait is as long as all before it and in steps of five minutes, up to four hours.
    expect(times.slice(0, 9)).toEqual([0, 6, 17, 38, 79, 160, 326, 567, 808])
    expect(times.at(-1)).toBe(2013)
    expect(made.pool.entry(quiet.id)).toMatchObject({ relayed: false, lastRelayedTime: max64 })
  })

  test('runs maintenance at most twice a minute', () => {
    const { id, blob } = made.spending(0)
    made.send(blob)
    const upkeep = upkeepOf(made.pool, made.clock)
    made.clock.time += 259_190n
    upkeep()
    made.clock.time += 29n
    upkeep()
    expect(made.pool.has(id)).toBe(true)
    made.clock.time += 1n
    upkeep()
    expect(made.pool.has(id)).toBe(false)
  })
})
