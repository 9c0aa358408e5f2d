import { describe, expect, test } from 'vitest'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { fundedWallet } from '../../../support/spending/funded-wallet.ts'

/** The answer when ten recent blocks each have this weight; the wallet read a block with this reward. */
async function priorityAfter(block_weights: readonly bigint[], reward = 610_000_000_000n) {
  const { service, chain, wallet } = await fundedWallet([])
  const { blocks } = wallet.store
  await wallet.store.commit((change) => change.put(blocks, '0', { ...blocks.get('0')!, reward }))
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

  test('is 1 while the newest block pays few fees', async () => {
    const weights = new Array<bigint>(10).fill(300_000n)
    expect(await priorityAfter(weights, 600_000_000_000n)).toEqual({ result: { priority: 1 } })
  })

  test('error: the daemon returns no recent blocks', async () => {
    expect(await priorityAfter([])).toEqual({
      error: { code: -1, message: 'Failed to get adjusted fee priority' },
    })
  })
})
