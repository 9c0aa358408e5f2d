import { describe, expect, test } from 'vitest'
import { Bans } from '../../../../proxy/node/state/bans.ts'

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

  test('of a host takes precedence over that of its subnet', () => {
    const bans = new Bans(clock)
    bans.set('10.0.0.0/8', true, 600)
    bans.set('10.1.2.3', true, 60)
    expect([bans.left('10.1.2.3'), bans.left('10.1.2.4')]).toEqual([60n, 600n])
    bans.set('10.1.2.3', false, 0)
    expect(bans.left('10.1.2.3')).toBe(600n)
  })

  test('are listed as hosts by text, then subnets by their address as a number', () => {
    const bans = new Bans(clock)
    for (const address of ['9.0.0.1', '10.0.0.1', '1.0.0.2/32', '2.0.0.1/32', '2.0.0.0/24', '::1'])
      bans.set(address, true, 5)
    // The first byte of an address is the lowest, so 2.0.0.1 comes before 1.0.0.2.
    expect(bans.list().map(({ host }) => host)).toEqual([
      '10.0.0.1',
      '9.0.0.1',
      '::1',
      '2.0.0.0/24',
      '2.0.0.1/32',
      '1.0.0.2/32',
    ])
  })

  test('by number have the first byte of the address in the lowest bits', () => {
    const bans = new Bans(clock)
    bans.setIp(0x0302010a, true, 60)
    expect(bans.left('10.1.2.3')).toBe(60n)
    bans.setIp(0x0302010a, false, 0)
    expect(bans.list()).toEqual([])
  })

  test('for ever last until the largest time, of which a list has the low 32 bits', () => {
    const bans = new Bans(clock)
    expect(bans.setForEver('10.1.2.3')).toBe(true)
    const left = 2n ** 63n - 1n - clock.time
    expect(bans.left('10.1.2.3')).toBe(left)
    expect(bans.list()).toMatchObject([{ seconds: Number(left & 0xffff_ffffn) }])
  })

  test('error: an invalid host', () => {
    const bans = new Bans(clock)
    expect(bans.set('example.org', true, 60)).toBe(false)
    expect(bans.setForEver('example.org')).toBe(false)
    expect(bans.left('10.0.0.0/8')).toBeUndefined()
    expect(bans.list()).toEqual([])
  })
})
