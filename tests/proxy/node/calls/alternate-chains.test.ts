import { beforeEach, describe, expect, test } from 'vitest'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../../support/daemons/in-process-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'

let node: OwnNode
const mine = async (amount_of_blocks: number, more: object = {}): Promise<string[]> => {
  const params = { amount_of_blocks, wallet_address: minerAddress, ...more }
  return (await node.call('generateblocks', params)).blocks
}
const branch = (height: number, blocks: number, starting_nonce = 7) =>
  mine(blocks, { prev_block: node.context.chain.idAt(BigInt(height)), starting_nonce })

beforeEach(async () => {
  node = await ownNode()
  await mine(6)
})

describe('get_alternate_chains', () => {
  test.each(recordingsOf('get_alternate_chains'))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )

  test('lists the blocks of a chain from its tip to the fork', async () => {
    const [third, fourth] = await branch(2, 2)
    expect(await node.call('get_alternate_chains')).toEqual({
      status: 'OK',
      untrusted: false,
      chains: [
        {
          block_hash: fourth,
          block_hashes: [fourth, third],
          height: 4n,
          length: 2n,
          difficulty: 5n,
          difficulty_top64: 0n,
          wide_difficulty: '0x5',
          main_chain_parent_block: node.context.chain.idAt(2n),
        },
      ],
    })
  })

  test('lists each tip of a chain that divides again', async () => {
    const [third] = await branch(2, 1)
    const tips = [
      ...(await mine(1, { prev_block: third, starting_nonce: 8 })),
      ...(await mine(1, { prev_block: third, starting_nonce: 9 })),
    ]
    const { chains } = await node.call('get_alternate_chains')
    const all = chains as { block_hash: string; block_hashes: string[] }[]
    expect(all.map((chain) => chain.block_hashes)).toEqual(
      expect.arrayContaining(tips.map((tip) => [tip, third])),
    )
    expect(all).toHaveLength(2)
  })

  test('error: the block of the fork is no longer in the main chain', async () => {
    const [fifth] = await branch(4, 1)
    await node.post('/pop_blocks', { nblocks: 3 })
    const { status, chains } = await node.call('get_alternate_chains')
    expect(status).toBe('Error finding alternate chain attachment point')
    expect(chains).toMatchObject([{ block_hash: fifth, main_chain_parent_block: '' }])
  })
})
