/**
 * A node of our own in memory, as the upstream of a feed.
 *
 * @module
 */
import type { UpstreamRequest } from '../../../proxy/upstream/node.ts'
import { clearCommitment } from '../../../proxy/node/blockchain/clear-commitment.ts'
import { WholeBlocks } from '../../../proxy/feed/whole-blocks.ts'
import { fakeNode } from '../daemons/fake-upstream-node.ts'
import { ownNode } from '../daemons/in-process-node.ts'
import { minerAddress } from '../programs/monerod.ts'
import { testCrypto } from '../wasm/crypto.ts'

export type FeedNode = Awaited<ReturnType<typeof feedNode>>

/** A node with `blocks` blocks. `before`: runs before each request. */
export async function feedNode(blocks: number) {
  const own = await ownNode()
  const crypto = await testCrypto()
  const { keccak256, keccak256Parts: keccakParts } = crypto
  const keccak = (data: Uint8Array) => keccak256(data)
  let before: (request: UpstreamRequest) => void = () => {}
  const node = fakeNode(async (request) => {
    before(request)
    return (await own.post(request.path, request.body)).bytes
  })
  const mine = async (amount: number) => {
    await own.call('generateblocks', { amount_of_blocks: amount, wallet_address: minerAddress })
  }
  await mine(blocks - 1)
  return {
    node,
    keccak,
    keccakParts,
    clearCommitment: (amount: bigint) => clearCommitment(crypto, amount),
    mine,
    call: own.call,
    post: own.post,
    source: new WholeBlocks({ node, signal: new AbortController().signal, keccak, keccakParts }),
    /** Replaces the newest blocks by others, and one more. */
    async reorganise(count: number) {
      await own.post('/pop_blocks', { nblocks: count })
      await mine(count + 1)
    },
    onRequest(listener: typeof before) {
      before = listener
    },
  }
}
