import { describe, expect, test } from 'vitest'
import { histogramOf, matureOutputs } from '../../../../proxy/node/calls/output-histogram.ts'
import { ownNode } from '../../../support/daemons/in-process-node.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'

const all = { amounts: [], min_count: 0n, max_count: 0n, unlocked: false, recent_cutoff: 0n }
const genesisAmount = 17_592_186_044_415n

/** A node with a block each minute. */
async function minuteNode(blocks: number) {
  let time = 1_700_000_000n
  const node = await ownNode({ clock: { now: () => time } })
  for (let block = 0; block < blocks; block++, time += 60n)
    await node.call('generateblocks', { amount_of_blocks: 1, wallet_address: minerAddress })
  return node.context
}

describe('get_output_histogram', () => {
  test.each(recordingsOf('get_output_histogram'))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording, ['data']),
  )

  test('counts outputs that are ten blocks old as unlocked', async () => {
    const context = await minuteNode(12)
    // Blocks 0 to 12: those up to 3 have nine blocks above them, and the next one.
    expect(matureOutputs(context, 0n)).toBe(3n)
    expect(histogramOf(context, { ...all, unlocked: true })).toEqual([
      { amount: 0n, total_instances: 12n, unlocked_instances: 3n, recent_instances: 0n },
      { amount: genesisAmount, total_instances: 1n, unlocked_instances: 1n, recent_instances: 0n },
    ])
  })

  test.each([
    [1_700_000_000n, 3n],
    [1_700_000_001n, 2n],
    [1_700_000_120n, 1n],
    [1_700_000_121n, 0n],
  ])('counts unlocked outputs from %d on as recent', async (recent_cutoff, recent) => {
    const context = await minuteNode(12)
    const [ringCt] = histogramOf(context, { ...all, amounts: [0n], recent_cutoff })
    expect(ringCt).toMatchObject({ unlocked_instances: 3n, recent_instances: recent })
  })

  test('a chain of less than ten blocks has no mature outputs', async () => {
    const context = await minuteNode(8)
    expect(matureOutputs(context, 0n)).toBe(0n)
    expect(matureOutputs(context, genesisAmount)).toBe(0n)
  })
})
