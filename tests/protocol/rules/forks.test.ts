import { describe, expect, test } from 'vitest'
import { forks, heightOf, newestVersion, versionAt, type Network } from '#protocol/rules/forks.ts'

const networks = Object.keys(forks) as Network[]

describe('versionAt', () => {
  test.each([
    ['mainnet', 0n, 1],
    ['mainnet', 1009826n, 1],
    ['mainnet', 1009827n, 2],
    ['mainnet', 1220516n, 4],
    ['mainnet', 1685555n, 8],
    ['mainnet', 1978433n, 12],
    ['mainnet', 2210719n, 13],
    ['mainnet', 2688888n, 15],
    ['mainnet', 2689607n, 15],
    ['mainnet', 2689608n, 16],
    ['mainnet', 9_000_000n, 16],
    ['testnet', 624633n, 1],
    ['testnet', 624634n, 2],
    ['testnet', 1982800n, 15],
    ['testnet', 1983520n, 16],
    ['stagenet', 31999n, 1],
    ['stagenet', 32000n, 2],
    ['stagenet', 1151000n, 15],
    ['stagenet', 1151720n, 16],
    ['fakechain', 0n, 1],
    ['fakechain', 1n, 16],
  ] as const)('%s %i: %i', (network, height, version) => {
    expect(versionAt(network, height)).toBe(version)
  })
})

describe('heightOf', () => {
  test('is the first height with the version or a later one', () => {
    expect(heightOf('mainnet', 4)).toBe(1220516n)
    expect(heightOf('mainnet', 1)).toBe(0n)
    expect(heightOf('fakechain', 2)).toBe(1n)
    expect(heightOf('fakechain', 16)).toBe(1n)
    expect(heightOf('mainnet', newestVersion + 1)).toBeUndefined()
  })

  test.each(networks)('agrees with versionAt on %s', (network) => {
    for (let version = 2; version <= newestVersion; version++) {
      const height = heightOf(network, version)!
      expect(versionAt(network, height)).toBeGreaterThanOrEqual(version)
      expect(versionAt(network, height - 1n)).toBeLessThan(version)
    }
  })
})

describe('forks', () => {
  test.each(networks)('ascend to the newest version on %s', (network) => {
    const table = forks[network]
    expect(table[0]).toEqual({ version: 1, height: 0n })
    expect(table.at(-1)!.version).toBe(newestVersion)
    for (let i = 1; i < table.length; i++) {
      expect(table[i]!.version).toBeGreaterThan(table[i - 1]!.version)
      expect(table[i]!.height).toBeGreaterThan(table[i - 1]!.height)
    }
  })
})
