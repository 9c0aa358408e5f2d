import { describe, expect, test } from 'vitest'
import { NetworkLimits } from '../../../../proxy/node/state/limits.ts'

describe('NetworkLimits', () => {
  test('are those of monerod at the start', () => {
    expect({ ...new NetworkLimits() }).toEqual({
      up: 8192n,
      down: 32_768n,
      inPeers: 4_294_967_295,
      outPeers: 12,
    })
  })

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
    expect(limits.setBandwidth({ down: -2n, up: 7n })).toBe(false)
    expect([limits.down, limits.up]).toEqual([5n, 8192n])
  })
})
