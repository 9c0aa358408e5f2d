import { describe, expect, test } from 'vitest'
import { ConnectionCounts } from '../../../server/http/connection-counts.ts'
import { referenceCaps } from '../../../server/http/connection-flags.ts'

/** How many connections of an address are accepted. */
function accepted(counts: ConnectionCounts, address: string) {
  let count = 0
  while (count < 1000 && counts.take(address)) count++
  return count
}

describe('ConnectionCounts', () => {
  test.each([
    ['127.0.0.1', 25],
    ['::1', 25],
    ['10.1.2.3', 25],
    ['192.168.0.9', 25],
    ['fe80::1%eth0', 25],
    ['::ffff:127.0.0.1', 25],
    ['8.8.8.8', 3],
    ['::ffff:8.8.8.8', 3],
    ['2001:db8::1', 3],
  ])('accepts of %s %i connections, as monerod', (address, most) => {
    expect(accepted(new ConnectionCounts(referenceCaps), address)).toBe(most)
  })

  test('accepts 100 connections of all addresses', () => {
    const counts = new ConnectionCounts(referenceCaps)
    const each = [1, 2, 3, 4, 5].map((host) => accepted(counts, `10.0.0.${host}`))
    expect(each).toEqual([25, 25, 25, 25, 0])
  })

  test('the addresses of an IPv6 network share their connections', () => {
    const counts = new ConnectionCounts(referenceCaps)
    expect(accepted(counts, '2001:db8::1')).toBe(3)
    expect(accepted(counts, '2001:db8::2')).toBe(0)
    expect(accepted(counts, '2001:db8:0:1::1')).toBe(3)
  })

  test('accepts another connection after one has ended', () => {
    const counts = new ConnectionCounts({ total: 2, perPrivateIp: 1, perPublicIp: 1 })
    const end = counts.take('10.0.0.1')!
    expect(counts.take('10.0.0.1')).toBeUndefined()
    end()
    expect(counts.take('10.0.0.1')).toBeDefined()
    expect(counts.take('10.0.0.2')).toBeDefined()
    expect(counts.take('10.0.0.3')).toBeUndefined()
  })

  test('accepts none at all with a cap of 0', () => {
    const counts = new ConnectionCounts({ total: 0, perPrivateIp: 0, perPublicIp: 0 })
    expect(counts.take('127.0.0.1')).toBeUndefined()
  })
})
