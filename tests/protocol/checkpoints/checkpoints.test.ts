import { readFileSync } from 'node:fs'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { checkpoints } from '#protocol/checkpoints/checkpoints.ts'
import {
  blocksPerGroup,
  leastDifficulty,
  mainnetGroups,
  pinnedHeight,
} from '#protocol/checkpoints/pinned-history.ts'
import { blockId } from '#protocol/chain/block.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { genesisBlock } from '../../../proxy/node/blockchain/genesis.ts'

const networks = Object.keys(checkpoints) as Network[]

describe.each(networks)('the checkpoints of %s', (network) => {
  const rows = checkpoints[network]

  test('ascend in height and in cumulative difficulty', () => {
    for (const [at, { height, cumulativeDifficulty, id }] of rows.entries()) {
      const before = rows[at - 1]
      expect(height > (before?.height ?? -1n)).toBe(true)
      expect(cumulativeDifficulty > (before?.cumulativeDifficulty ?? 0n)).toBe(true)
      // Each block has a difficulty of at least 1, and so has the genesis block.
      expect(cumulativeDifficulty > height).toBe(true)
      expect(id).toMatch(/^[\da-f]{64}$/)
    }
  })

  test('end at the pinned height', () => {
    expect(pinnedHeight[network]).toBe((rows.at(-1)?.height ?? -1n) + 1n)
  })

  test('contain the genesis block of this network, where they contain one', () => {
    const id = bytesToHex(blockId(genesisBlock(network)))
    for (const { height, id: pinned } of rows) if (height === 0n) expect(pinned).toBe(id)
  })
})

test('the least difficulty of mainnet is a quarter of the average between the last two', () => {
  const [before, last] = checkpoints.mainnet.slice(-2)
  const work = last!.cumulativeDifficulty - before!.cumulativeDifficulty
  expect(leastDifficulty.mainnet).toBe(work / (last!.height - before!.height) / 4n)
})

test('the newest ones are those of monero v0.18.5.1', () => {
  expect(networks.map((network) => checkpoints[network].at(-1))).toEqual([
    {
      height: 3_707_000n,
      id: '9c508fe29120b5cd204f9d150e68fd2e4015d8d859bc0431f7016c7aabc711c9',
      cumulativeDifficulty: 0x91129586d4979a6n,
    },
    {
      height: 1_450_000n,
      id: '87562ca6786f41556b8d5b48067303a57dc5ca77155b35199aedaeca1550f5a0',
      cumulativeDifficulty: 0xa639e2930en,
    },
    {
      height: 550_000n,
      id: '409f68cddd8e74b37469b41c1e61250d81c5776b42264f416d5d27c4626383ed',
      cumulativeDifficulty: 0x5f3d4d03en,
    },
    undefined,
  ])
})

describe('mainnet-groups.bin', () => {
  const groups = readFileSync('protocol/checkpoints/mainnet-groups.bin')
  const group = (at: number) => bytesToHex(groups.subarray(32 * at, 32 * (at + 1)))

  test('holds 7240 different groups, below height 3706880 and the newest checkpoint', () => {
    expect(groups.length).toBe(32 * mainnetGroups)
    expect(new Set(Array.from({ length: mainnetGroups }, (_, at) => group(at))).size).toBe(7240)
    expect(blocksPerGroup * BigInt(mainnetGroups)).toBe(3_706_880n)
    expect(pinnedHeight.mainnet > 3_706_880n).toBe(true)
  })

  test('is the first half of each entry of monero v0.18.5.1', () => {
    expect([group(0), group(7239)]).toEqual([
      '1adffbaf832784406018009e07d3dc3a39da7edb6632523c119ed8acb32eb934',
      '62e90f23e0b2a906930f1f1e9c8399b94aadef22090ac7e201c3a4cdf3b798be',
    ])
    expect(bytesToHex(sha256(groups))).toBe(
      'c0ca8354c7b610e4139fdf1f60909583c837c9dbaf1035e9abcc6cfc0311e9d5',
    )
  })
})
