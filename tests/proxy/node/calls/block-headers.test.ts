import { bytesToHex } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { blockHashingBlob, parseBlock } from '#protocol/chain/block.ts'
import type { ProofOfWork } from '../../../../proxy/node/types.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../../support/daemons/in-process-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../support/daemons/recorded-node.ts'

const mine = async (node: OwnNode, amount_of_blocks: number, more: object = {}) => {
  const params = { amount_of_blocks, wallet_address: minerAddress, ...more }
  return (await node.call('generateblocks', params)).blocks as string[]
}

describe('the header of a block of the main chain', () => {
  test.each(recordingsOf('get_last_block_header'))('answers as monerod: %s', (_, recording) =>
    expectAsRecorded(recording),
  )
})

describe('the header of an alternative block', () => {
  let node: OwnNode
  let beside: string
  beforeAll(async () => {
    node = await ownNode()
    await mine(node, 4)
    const prev_block = node.context.chain.idAt(2n)
    ;[beside] = (await mine(node, 1, { prev_block, starting_nonce: 7 })) as [string]
  })
  const header = async () =>
    (await node.call('get_block_header_by_hash', { hash: beside })).block_header

  test('has the difficulties and the weights of the main chain at its height', async () => {
    const { block_header: main } = await node.call('get_block_header_by_height', { height: 3 })
    expect(await header()).toMatchObject({
      hash: beside,
      orphan_status: true,
      nonce: 7n,
      height: 3n,
      depth: 1n,
      block_weight: main.block_weight,
      long_term_weight: main.long_term_weight,
      wide_difficulty: '0x1',
      wide_cumulative_difficulty: '0x4',
    })
  })

  test('error: the main chain has no block at its height', async () => {
    await node.post('/pop_blocks', { nblocks: 2 })
    await expect(header()).rejects.toMatchObject({ code: 0 })
  })
})

describe('fill_pow_hash', () => {
  /** A RandomX key for each two blocks, in use one block later. */
  const seedEpoch = { blocks: 2n, lag: 1n }
  const asked: [string, Parameters<ProofOfWork['hash']>[1]][] = []
  const pow: ProofOfWork = {
    async hash(blob, block) {
      asked.push([bytesToHex(blob), block])
      return new Uint8Array(32).fill(9)
    },
  }

  test('hashes the block with the seed of its height', async () => {
    const node = await ownNode({ pow, seedEpoch })
    await mine(node, 5)
    const { chain } = node.context
    const params = { height: 4, fill_pow_hash: true }
    const { block_header } = await node.call('get_block_header_by_height', params)
    expect(block_header.pow_hash).toBe('09'.repeat(32))
    const seedHash = new Uint8Array(Buffer.from(chain.idAt(2n)!, 'hex'))
    expect(asked).toEqual([
      [
        bytesToHex(blockHashingBlob(parseBlock(chain.blobAt(4n)!))),
        { majorVersion: 16, height: 4n, seedHash },
      ],
    ])
  })
})
