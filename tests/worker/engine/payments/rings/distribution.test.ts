import { concatBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { varint } from '#protocol/chain/varint.ts'
import { outputCounts } from '../../../../../worker/engine/payments/rings/distribution.ts'
import { fakeDaemon } from '../../../../support/daemons/fake-daemon.ts'

const answering = (...distributions: object[]) =>
  fakeDaemon({ bin: { get_output_distribution: async () => ({ distributions }) } })
const counts = (...added: bigint[]) => ({
  amount: 0n,
  compress: false,
  distribution: BigUint64Array.from(added),
})
const packed = (data: Uint8Array) => ({ amount: 0n, compress: true, compressed_data: data })
const eleven = Array.from({ length: 11 }, (_, i) => BigInt(i * 100))

describe('outputCounts', () => {
  test('adds up the outputs of each block, packed or not', async () => {
    const expected = [0, 100, 300, 600, 1000, 1500, 2100, 2800, 3600, 4500, 5500]
    expect([...(await outputCounts(answering(counts(...eleven))))]).toEqual(expected)
    const data = concatBytes(...eleven.map((count) => varint(count)))
    expect([...(await outputCounts(answering(packed(data))))]).toEqual(expected)
  })

  test.each([
    ['none', []],
    ['two', [counts(...eleven), counts(...eleven)]],
    ['that of another amount', [{ ...counts(...eleven), amount: 5n }]],
    ['too few blocks', [counts(...eleven.slice(0, 10))]],
    ['no outputs at all', [counts(...eleven.map(() => 0n))]],
    ['more than any chain has', [counts(...eleven.map(() => 2n ** 60n))]],
    ['varints cut short', [packed(Uint8Array.of(1, 2, 0x80))]],
  ])('error: %s', async (_, distributions) => {
    await expect(outputCounts(answering(...distributions))).rejects.toMatchObject({
      code: -4,
      message: 'failed to get output distribution',
    })
  })
})
