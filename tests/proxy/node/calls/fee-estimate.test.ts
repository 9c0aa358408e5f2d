import { beforeAll, describe, expect, test } from 'vitest'
import { estimateFees } from '../../../../proxy/node/calls/fee-estimate.ts'
import type { OwnNode } from '../../../support/daemons/in-process-node.ts'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../support/daemons/recorded-node.ts'

let node: OwnNode
beforeAll(async () => void (node = await recordedNode()))

describe('get_fee_estimate', () => {
  test.each(recordingsOf('get_fee_estimate'))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording, ['data'], node),
  )

  test('error: at least as many future blocks as the median has blocks', () => {
    const { chain } = node.context
    expect(estimateFees(chain, 99n)).toEqual([1_200_000n, 4_700_000n, 19_000_000n, 240_000_000n])
    for (const blocks of [100n, 2n ** 64n - 1n])
      expect(() => estimateFees(chain, blocks)).toThrow(expect.objectContaining({ code: 0 }))
  })
})
