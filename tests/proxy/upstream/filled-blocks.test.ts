import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { bin, json } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { pruningStream, wholeBlocksRequest } from '../../../proxy/upstream/filled-blocks.ts'
import { nodeWithCoins } from '../../support/daemons/node-with-coins.ts'
import { minerAddress } from '../../support/programs/monerod.ts'

const { params: blockParams, result: blockResult } = bin.get_blocks
type Coins = Awaited<ReturnType<typeof nodeWithCoins>>

let genesis: Uint8Array
let whole: Uint8Array
let pruned: Uint8Array

/** Sends a payment in each of two blocks, and none in the last. */
async function mine({ node, spending }: Coins) {
  for (const coin of [0, 1, 2]) {
    const { blob } = spending(coin).tx
    const answer = await node.post('/send_raw_transaction', { tx_as_hex: bytesToHex(blob) })
    expect(answer.status).toBe(200)
    if (coin !== 1)
      await node.call('generateblocks', { amount_of_blocks: 1, wallet_address: minerAddress })
  }
  await node.call('generateblocks', { amount_of_blocks: 1, wallet_address: minerAddress })
}

beforeAll(async () => {
  const coins = await nodeWithCoins()
  await mine(coins)
  genesis = hexToBytes(coins.node.context.chain.idAt(0n)!)
  const ask = async (prune: boolean) => {
    const body = epeeFrom(blockParams, { block_ids: [genesis], prune })
    return (await coins.node.post('/get_blocks.bin', body)).bytes
  }
  ;[whole, pruned] = [await ask(false), await ask(true)]
})

/** The answer after the stream, which receives it in chunks of `size` bytes. */
async function through(answer: Uint8Array, size = answer.length): Promise<Uint8Array> {
  let at = 0
  const source = new ReadableStream<Uint8Array>({
    pull(sink) {
      if (at >= answer.length) return sink.close()
      sink.enqueue(answer.subarray(at, at + size))
      at += size
    },
  })
  const parts: Uint8Array[] = []
  for await (const part of source.pipeThrough(pruningStream())) parts.push(part)
  return concatBytes(...parts)
}

const withoutHashes = (answer: Uint8Array) => {
  const { blocks, ...rest } = epeeTo(blockResult, answer)
  const txs = blocks.map((block) => block.txs.map(({ blob }) => blob))
  return { ...rest, blocks: blocks.map((block) => ({ ...block, txs: [] })), txs }
}

describe('the stream', () => {
  test('gives the pruned answer of the node, with other hashes', async () => {
    const filled = await through(whole)
    expect(filled).toHaveLength(pruned.length)
    expect(withoutHashes(filled)).toEqual(withoutHashes(pruned))
  })

  test('gives hashes by which each transaction has its id', async () => {
    const { blocks } = epeeTo(blockResult, await through(whole))
    const ids = blocks.map(({ txs }) =>
      txs.map(({ blob, prunable_hash }) =>
        transactionId(parseTransaction(blob, { pruned: true }), prunable_hash),
      ),
    )
    expect(ids.flat()).toHaveLength(3)
    expect(ids).toEqual(blocks.map(({ block }) => parseBlock(block).txHashes))
  })

  test.each([1, 7, 1000])('gives the same for chunks of %d bytes', async (size) => {
    expect(await through(whole, size)).toEqual(await through(whole))
  })

  test('leaves an answer without blocks as it is', async () => {
    const busy = epeeFrom(blockResult, {
      status: 'BUSY',
      untrusted: false,
      start_height: 0n,
      current_height: 0n,
    })
    expect(await through(busy)).toEqual(busy)
  })

  test('error: an answer that ends early', async () => {
    await expect(through(whole.subarray(0, -1))).rejects.toThrow('unexpected end')
    await expect(through(whole.subarray(0, whole.length >> 1))).rejects.toThrow('unexpected end')
  })

  test('error: an invalid transaction', async () => {
    const { blocks, ...rest } = epeeTo(blockResult, whole)
    const changed = blocks.map((block) => ({
      ...block,
      txs: block.txs.map((tx) => ({ ...tx, blob: tx.blob.subarray(0, 100) })),
    }))
    const answer = epeeFrom(blockResult, { ...rest, blocks: changed })
    await expect(through(answer)).rejects.toThrow('an invalid transaction')
  })
})

describe('the request for whole blocks', () => {
  const requestOf = (params: object) =>
    wholeBlocksRequest({
      contract: bin.get_blocks,
      params: epeeTo(blockParams, epeeFrom(blockParams, { block_ids: [genesis], ...params })),
    })

  test('has all other params of the request', () => {
    const given = { prune: true, start_height: 5n, max_block_count: 9n, requested_info: 1 }
    const body = requestOf(given)!
    expect(epeeTo(blockParams, body)).toMatchObject({
      ...given,
      prune: false,
      block_ids: [genesis],
    })
  })

  test.each([{ prune: false }, { prune: true, requested_info: 2 }])(
    'is not made for %o',
    (given) => {
      expect(requestOf(given)).toBeUndefined()
    },
  )

  test('is not made for another call', () => {
    expect(wholeBlocksRequest({ contract: json.get_info, params: { prune: true } })).toBeUndefined()
  })
})
