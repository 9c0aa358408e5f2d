import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { fundedWallet } from '../../../support/spending/funded-wallet.ts'

/** The answer when ten recent blocks each have this weight. */
async function priorityAfter(block_weights: readonly bigint[]) {
  const { service, chain } = await fundedWallet([])
  chain.daemon.rpc.get_block_headers_range = async () =>
    ({ headers: block_weights.map((block_weight) => ({ block_weight })) }) as never
  return dispatch(service, 'get_default_fee_priority')
}

describe('get_default_fee_priority', () => {
  test.each([
    [80_000n, 1],
    [300_000n, 2],
  ])('recent blocks of weight %i: %i', async (weight, priority) => {
    expect(await priorityAfter(new Array<bigint>(10).fill(weight))).toEqual({
      result: { priority },
    })
  })

  test('error: the daemon returns no recent blocks', async () => {
    expect(await priorityAfter([])).toEqual({
      error: { code: -1, message: 'Failed to get adjusted fee priority' },
    })
  })
})
