import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { minerAddress } from '../../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../../support/daemons/in-process-node.ts'
import {
  expectAsRecorded,
  recordedNode,
  recordingsOf,
} from '../../../support/daemons/recorded-node.ts'

let node: OwnNode
beforeAll(async () => void (node = await recordedNode()))

const template = (params: object) =>
  node.call('get_block_template', { wallet_address: minerAddress, ...params })

describe('get_block_template', () => {
  test.each(recordingsOf('get_block_template'))('answers as monerod: %s', async (_, recording) => {
    // Each template has a new key and the time of its node.
    const blobs = ['blocktemplate_blob', 'blockhashing_blob']
    await expectAsRecorded(recording, blobs, node)
  })

  // The length has one byte up to 127, and two from 128 on.
  test.each([1, 2, 126, 127, 128, 129, 254, 255])(
    'reserved_offset is that of the %i bytes of extra_nonce',
    async (length) => {
      const extra_nonce = bytesToHex(Uint8Array.from({ length }, (_, at) => at + 1))
      const { blocktemplate_blob, reserved_offset } = await template({ extra_nonce })
      const start = 2 * Number(reserved_offset)
      expect(blocktemplate_blob.slice(start, start + 2 * length)).toBe(extra_nonce)
    },
  )

  test('pays a new key each time', async () => {
    const keys = [await template({}), await template({})].map(
      ({ blocktemplate_blob }) =>
        parseBlock(hexToBytes(blocktemplate_blob)).minerTx.outputs[0]!.key,
    )
    expect(keys[0]).not.toEqual(keys[1])
  })

  test('names the next RandomX seed while it is about to change', async () => {
    node = await ownNode({ seedEpoch: { blocks: 4n, lag: 2n } })
    const mine = () =>
      node.call('generateblocks', { amount_of_blocks: 1, wallet_address: minerAddress })
    const seeds = []
    for (; node.context.chain.height() < 12n; await mine()) {
      const { height, seed_height, seed_hash, next_seed_hash } = await template({})
      expect(seed_hash).toBe(node.context.chain.idAt(seed_height))
      const next = next_seed_hash === '' ? '' : node.context.chain.heightOf(next_seed_hash)
      seeds.push([height, seed_height, next])
    }
    // monero src/crypto/rx-slow-hash.c rx_seedheights, with epochs of 4 blocks and a lag of 2
    expect(seeds).toEqual([
      [1n, 0n, ''],
      [2n, 0n, ''],
      [3n, 0n, ''],
      [4n, 0n, ''],
      [5n, 0n, 4n],
      [6n, 0n, 4n],
      [7n, 4n, ''],
      [8n, 4n, ''],
      [9n, 4n, 8n],
      [10n, 4n, 8n],
      [11n, 8n, ''],
    ])
  })
})
