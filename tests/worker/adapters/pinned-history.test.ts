import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { pinnedBlocks } from '../../../worker/adapters/pinned-history.ts'

const readGroups = async () =>
  new Uint8Array(readFileSync('protocol/checkpoints/mainnet-groups.bin'))

const digest = 'c0ca8354c7b610e4139fdf1f60909583c837c9dbaf1035e9abcc6cfc0311e9d5'

describe('pinnedBlocks', () => {
  test('loads the groups of mainnet', async () => {
    const source = pinnedBlocks(readGroups)
    expect(source.heightOf('mainnet')).toBe(3_707_001n)
    expect(source.leastDifficultyOf('mainnet')).toBe(171_010_713_971n)
    const { checkpoints, groups } = await source.load('mainnet')
    expect([checkpoints.length, groups]).toEqual([63, await readGroups()])
  })

  test.each(['testnet', 'stagenet'] as const)('reads no file for %s', async (network) => {
    const source = pinnedBlocks(() => Promise.reject(new Error('was read')))
    const { checkpoints, groups } = await source.load(network)
    expect([checkpoints.length > 0, groups.length]).toEqual([true, 0])
  })

  test('pins nothing on a private chain', () => {
    expect(pinnedBlocks(readGroups).heightOf('fakechain')).toBe(0n)
  })

  test.each([
    ['is missing', () => Promise.reject(new Error('HTTP 404')), '(HTTP 404)'],
    ['is cut off', async () => (await readGroups()).slice(1), `expected the SHA-256 ${digest}`],
    [
      'is another one',
      async () => (await readGroups()).with(9, 1),
      `expected the SHA-256 ${digest}`,
    ],
  ])('error: the file %s', async (_, read, message) => {
    await expect(pinnedBlocks(read).load('mainnet')).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message: expect.stringContaining(message) as string,
    })
  })
})
