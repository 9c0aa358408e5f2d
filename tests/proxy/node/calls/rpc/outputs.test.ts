import { describe, expect, test } from 'vitest'
import { rpcOutputs } from '../../../../../proxy/node/calls/rpc/outputs.ts'
import { recordedNode } from '../../../../support/daemons/recorded-node.ts'

describe('get_output_histogram of a restricted node', () => {
  const wanted = { amounts: [0n], min_count: 0n, max_count: 0n, unlocked: false, client: '' }
  const day = 86_400n

  test('counts recent outputs of at most three days', async () => {
    const { context } = await recordedNode()
    const limit = context.clock.now() - 3n * day
    const histogram = (recent_cutoff: bigint, restricted: boolean) =>
      rpcOutputs({ ...context, restricted }).get_output_histogram({ ...wanted, recent_cutoff })
    expect(histogram(limit, true).status).toBe('OK')
    expect(() => histogram(limit - 1n, true)).toThrow('Recent cutoff is too old')
    expect(() => histogram(1n, true)).toThrow('Recent cutoff is too old')
    expect(histogram(limit - 1n, false).status).toBe('OK')
    expect(histogram(0n, true).status).toBe('OK')
  })
})
