import { describe, expect, test } from 'vitest'
import { max64 } from '#protocol/fields.ts'
import { addGenerated, baseReward } from '#protocol/rules/emission.ts'
import { heightOf, versionAt } from '#protocol/rules/forks.ts'
import { coin } from '#protocol/rules/limits.ts'
import { maxBaseReward, maxSupply } from '#protocol/rules/supply.ts'

const tail = 600_000_000_000n

describe('maxBaseReward', () => {
  test('is the tail reward on mainnet from version 15 on', () => {
    for (const height of [2_688_888n, 3_500_000n])
      expect(maxBaseReward('mainnet', height)).toBe(tail)
  })

  test('is above the reward of an emission without penalties, and at most a tenth above', () => {
    // The penalties of mainnet delayed its tail by some 2000 blocks, so that its rewards were 0.4 % higher.
    let generated = 0n
    const last = Number(heightOf('mainnet', 15)!)
    for (let height = 0; height < last; height++) {
      const reward = baseReward(generated, versionAt('mainnet', BigInt(height)))
      generated += reward
      if (height === 0 || height % 50_000 !== 0) continue
      const most = Number(maxBaseReward('mainnet', BigInt(height))) / Number(reward)
      expect([height, most > 1.004 || reward === tail, most < 1.11]).toEqual([height, true, true])
    }
  })

  test('is the reward of a first block on other networks', () => {
    expect(maxBaseReward('fakechain', 1n)).toBe(baseReward(0n, 16))
    expect(maxBaseReward('stagenet', 1_500_000n)).toBe(baseReward(0n, 16))
    expect(maxBaseReward('testnet', 5n)).toBe(baseReward(0n, 1))
  })
})

describe('maxSupply', () => {
  test('is the emission of blocks of 120 s without penalties, and at most a few coins more', () => {
    let generated = 0n
    for (let height = 0; height < 3_000_000; height++) {
      if (height % 100_000 === 0) {
        const excess = maxSupply(BigInt(height)) - generated
        expect([height, excess > 0n, excess < 4n * coin]).toEqual([height, true, true])
      }
      generated += baseReward(generated < max64 ? generated : max64, 16)
    }
  })

  test('holds for the coins of a short private chain', () => {
    let generated = 0n
    for (let height = 0; height < 300; height++) {
      expect(maxSupply(BigInt(height))).toBeGreaterThanOrEqual(generated)
      generated = addGenerated(generated, baseReward(generated, height === 0 ? 1 : 16))
    }
  })
})
