import { describe, expect, test } from 'vitest'
import { Bans } from '../../../proxy/node/state/bans.ts'
import { NetworkLimits } from '../../../proxy/node/state/limits.ts'

const clock = { time: 1000n, now: () => clock.time }

describe('Bans', () => {
  test('end after their time', () => {
    const bans = new Bans(clock)
    expect(bans.set('10.1.2.3', true, 60)).toBe(true)
    expect(bans.left('10.1.2.3')).toBe(60n)
    clock.time += 59n
    expect(bans.list()).toEqual([{ host: '10.1.2.3', ip: 0x0302010a, seconds: 1 }])
    clock.time += 1n
    expect(bans.left('10.1.2.3')).toBe(0n)
    expect(bans.list()).toEqual([])
  })

  test('of a subnet apply to every host in it', () => {
    const bans = new Bans(clock)
    bans.set('10.9.9.9/12', true, 60)
    expect(bans.list()).toEqual([{ host: '10.0.0.0/12', ip: 0, seconds: 60 }])
    expect([bans.left('10.15.255.255'), bans.left('10.16.0.0')]).toEqual([60n, 0n])
    bans.set('10.9.9.9/12', false, 0)
    expect(bans.left('10.15.255.255')).toBe(0n)
  })

  test('error: an invalid host', () => {
    const bans = new Bans(clock)
    expect(bans.set('example.org', true, 60)).toBe(false)
    expect(bans.left('10.0.0.0/8')).toBeUndefined()
  })
})

describe('NetworkLimits', () => {
  test('-1 sets the default, 0 leaves the limit unchanged', () => {
    const limits = new NetworkLimits()
    expect(limits.setBandwidth({ down: 5n, up: 0n })).toBe(true)
    expect([limits.down, limits.up]).toEqual([5n, 8192n])
    expect(limits.setBandwidth({ down: -1n, up: 7n })).toBe(true)
    expect([limits.down, limits.up]).toEqual([32_768n, 7n])
  })

  test('error: values before the invalid one stay', () => {
    const limits = new NetworkLimits()
    expect(limits.setBandwidth({ down: 5n, up: -2n })).toBe(false)
    expect([limits.down, limits.up]).toEqual([5n, 8192n])
  })
})
