import { describe, expect, test } from 'vitest'
import { distributionsOf } from '../../../../proxy/node/calls/output-distribution.ts'
import { spendingNode } from '../../../support/daemons/spending-node.ts'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../support/daemons/recorded-node.ts'

const params = {
  client: '',
  amounts: [0n],
  from_height: 0n,
  to_height: 0n,
  cumulative: false,
  binary: false,
  compress: false,
}

describe('get_output_distribution', () => {
  test.each(recordingsOf('get_output_distribution'))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )

  test('counts the outputs of the transactions of a block', async () => {
    const node = await spendingNode()
    await node.send({ outputs: 5 })
    await node.mine(2)
    const of = (more: Partial<typeof params>) => {
      const [one] = distributionsOf(node.context, { ...params, ...more })
      return { ...one, distribution: Array.from(one!.distribution!) }
    }
    expect(of({ from_height: 100n })).toMatchObject({
      base: 99n,
      start_height: 100n,
      distribution: [1n, 6n, 1n],
    })
    expect(of({ from_height: 100n, cumulative: true })).toMatchObject({
      base: 99n,
      distribution: [100n, 106n, 107n],
    })
    expect(node.context.chain.outputCount(0n)).toBe(107n)
  })

  test('begins with RingCT, which is version 4, on a public network', async () => {
    const { context } = await recordedNode()
    const mainnet = { ...context, options: { network: 'mainnet' as const } }
    expect(() => distributionsOf(mainnet, params)).toThrow('Failed to get output distribution')
    const [old] = distributionsOf(mainnet, { ...params, amounts: [17_592_186_044_415n] })
    expect(old).toMatchObject({ start_height: 0n, base: 0n })
  })
})
