import { describe, expect, test } from 'vitest'
import { estimateTransaction } from '../../../../worker/engine/payments/estimate.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'

const daemonAt = (version: number) =>
  fakeDaemon({ rpc: { hard_fork_info: async () => ({ version }) } })
const estimate = (inputs: number, outputs: number, ringSize = 0, ringct = true) =>
  estimateTransaction(daemonAt(16), { inputs, outputs, ringSize, ringct })

describe('estimateTransaction', () => {
  // By hand from monero src/wallet/wallet2.cpp estimate_rct_tx_size, estimate_tx_weight.
  test.each([
    [1, 2, 1536, 1536],
    [2, 2, 2215, 2215],
    // A proof for 16 outputs is 5120 - 832 bytes smaller than for pairs; four fifths count.
    [1, 16, 2834, 2834 + 3430],
  ])('%d inputs, %d outputs: size %d, weight %d', async (inputs, outputs, size, weight) => {
    expect(await estimate(inputs, outputs)).toEqual({ size, weight })
  })

  test('counts two outputs for one, because of the dummy output', async () => {
    expect(await estimate(2, 1)).toEqual(await estimate(2, 2))
  })

  test('counts 34 bytes for each ring member of an input', async () => {
    const [small, large] = [await estimate(3, 2, 11), await estimate(3, 2, 16)]
    expect(large!.size - small!.size).toBe(3 * 5 * 34)
    expect(await estimate(3, 2, 0)).toEqual(large)
  })

  test('counts 80 bytes for each ring member from before RingCT', async () => {
    const size = 2 * 11 * 80 + 44 + 2
    expect(await estimate(2, 2, 11, false)).toEqual({ size, weight: size })
  })

  test.each([
    ['no input', 0, 2, 16],
    ['2^31 inputs', 2 ** 31, 2, 16],
    ['2^31 outputs', 1, 2 ** 31, 16],
    ['rings of 2^31', 1, 2, 2 ** 31],
    ['a weight that no number holds', 2 ** 31 - 1, 2, 2 ** 31 - 1],
  ])('is undefined for %s', async (_, inputs, outputs, ringSize) => {
    expect(await estimate(inputs, outputs, ringSize)).toBeUndefined()
  })

  test('error: the daemon has unknown consensus rules', async () => {
    const counts = { inputs: 1, outputs: 2, ringSize: 0, ringct: true }
    await expect(estimateTransaction(daemonAt(99), counts)).rejects.toMatchObject({ code: -4 })
  })
})
