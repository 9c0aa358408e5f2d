import { beforeEach, describe, expect, test } from 'vitest'
import { minerAddress } from '../../../../support/programs/monerod.ts'
import { ownNode, type OwnNode } from '../../../../support/daemons/in-process-node.ts'
import { expectAsRecorded, recordingsOf } from '../../../../support/daemons/recorded-node.ts'

describe.each(['/get_height', '/get_alt_blocks_hashes', '/save_bc', '/pop_blocks'])(
  '%s',
  (call) => {
    test.each(recordingsOf(call))('answers as monerod: %s', (_, recording) =>
      expectAsRecorded(recording),
    )
  },
)

describe('/pop_blocks', () => {
  let node: OwnNode
  beforeEach(async () => {
    node = await ownNode()
    await node.call('generateblocks', { amount_of_blocks: 5, wallet_address: minerAddress })
  })
  const pop = async (nblocks: bigint) => (await node.post('/pop_blocks', { nblocks })).json()

  test('removes that many blocks, and returns the new height', async () => {
    const third = node.context.chain.idAt(3n)
    expect(await pop(2n)).toEqual({ status: 'OK', untrusted: false, height: 4n })
    expect(node.context.chain.topId()).toBe(third)
  })

  test.each([5n, 6n, 2n ** 64n - 1n])('%d blocks leave the genesis block', async (nblocks) => {
    const genesis = node.context.chain.idAt(0n)
    expect(await pop(nblocks)).toMatchObject({ height: 1n })
    expect(node.context.chain.topId()).toBe(genesis)
  })

  test('error: a restricted node has no such path', async () => {
    expect((await node.public.post('/pop_blocks', { nblocks: 1 })).status).toBe(404)
    expect(node.context.chain.height()).toBe(6n)
  })
})

describe('/get_alt_blocks_hashes', () => {
  test('lists the blocks beside the main chain', async () => {
    const node = await ownNode()
    const mine = async (more: object = {}) => {
      const params = { amount_of_blocks: 1, wallet_address: minerAddress, ...more }
      return (await node.call('generateblocks', params)).blocks[0]
    }
    await mine()
    const beside = await mine({ prev_block: node.context.chain.idAt(0n), starting_nonce: 7 })
    const { blks_hashes } = (await node.post('/get_alt_blocks_hashes', '')).json()
    expect(blks_hashes).toEqual([beside])
  })
})
