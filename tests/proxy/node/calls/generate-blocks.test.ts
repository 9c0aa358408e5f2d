import { beforeEach, describe, expect, test } from 'vitest'
import { generateBlocks } from '../../../../proxy/node/calls/generate-blocks.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../../support/daemons/in-process-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'

let node: OwnNode
beforeEach(async () => void (node = await ownNode()))

const params = {
  amount_of_blocks: 3n,
  wallet_address: minerAddress,
  prev_block: '',
  starting_nonce: 9,
}

describe('generateblocks', () => {
  test.each(recordingsOf('generateblocks').filter(([, { body }]) => body.includes('"id":"0"')))(
    'answers as monerod: %s',
    (_, recording) => expectAsRecorded(recording),
  )

  test('returns the ids of its blocks and the height of the last', async () => {
    const { chain } = node.context
    const answer = await node.call('generateblocks', params)
    const ids = [1n, 2n, 3n].map((height) => chain.idAt(height))
    expect(answer).toEqual({ status: 'OK', untrusted: false, height: 3n, blocks: ids })
    expect(chain.infos(1n, 3n).map(({ nonce }) => nonce)).toEqual([9, 9, 9])
  })

  test('mines beside the main chain, on a given block', async () => {
    const { chain } = node.context
    await node.call('generateblocks', params)
    const prev_block = chain.idAt(1n)
    const { height, blocks } = await node.call('generateblocks', {
      ...params,
      amount_of_blocks: 1,
      prev_block,
    })
    expect(height).toBe(2n)
    expect(chain.alternativeBlocks()).toMatchObject([{ id: blocks[0], prevId: prev_block }])
  })

  test('error: another network than a private chain', async () => {
    const context = { ...node.context, options: { network: 'stagenet' as const } }
    await expect(generateBlocks(context, params)).rejects.toMatchObject({
      code: -13,
      message: 'Regtest required when generating blocks',
    })
  })

  test('error: no nonce solves the block', async () => {
    const hardest = new Uint8Array(32).fill(255)
    const miner = node.context.miner
    const hard = await ownNode({
      options: { network: 'fakechain', fixedDifficulty: 2n },
      pow: { hash: async () => hardest },
      miner: () => ({ ...miner, solve: async () => undefined }),
    })
    await expect(hard.call('generateblocks', params)).rejects.toMatchObject({
      code: -7,
      message: 'generateblocks: Block not accepted',
    })
    expect(hard.context.chain.height()).toBe(1n)
  })
})
