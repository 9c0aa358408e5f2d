import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { parseBlock } from '#protocol/chain/block.ts'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { startAfter } from '#protocol/feed/build.ts'
import { parseJsonBytes } from '#protocol/json/json.ts'
import { chainStart, collectChunk } from '../../../proxy/feed/collect.ts'
import { FeedError, WholeBlocks } from '../../../proxy/feed/whole-blocks.ts'
import { fakeNode } from '../../support/daemons/fake-upstream-node.ts'
import { regtest } from '../../vectors/chain/vectors.ts'

type Entry = { block: Uint8Array; txs: Uint8Array[]; indices: bigint[][] }

const recorded = new Map(regtest.transactions.map(({ id, hex }) => [id, hexToBytes(hex)]))
const blocks = new Map(regtest.blocks.map((each) => [each.header.height, each]))
const hashAt = (height: number) => blocks.get(height)!.header.hash

/** A block of monerod with its transactions. @param firstIndex - Of its outputs. */
function entryAt(height: number, firstIndex = 0n): Entry {
  const block = hexToBytes(blocks.get(height)!.blob)
  const { txHashes, minerTx } = parseBlock(block)
  const txs = txHashes.map((id) => recorded.get(bytesToHex(id))!)
  const indices = [minerTx.outputs.map((_, at) => firstIndex + BigInt(at))]
  return { block, txs, indices: [...indices, ...txs.map(() => [firstIndex + 1n, firstIndex + 2n])] }
}

/** What a node must say in `get_info`. */
const info = {
  status: 'OK',
  height: 300,
  target_height: 0,
  difficulty: 1,
  target: 120,
  tx_count: 0,
  tx_pool_size: 0,
  cumulative_difficulty: 300,
  top_block_hash: '',
}

/** A node that has these blocks from `start`, at most `most` in an answer. */
function nodeWith(start: bigint, entries: Entry[], { most = 100, nettype = 'fakechain' } = {}) {
  return fakeNode(({ path, body }) => {
    if (path === '/getheight') return JSON.stringify({ height: 300, status: 'OK', hash: '' })
    if (path === '/json_rpc') {
      const { method, params } = parseJsonBytes(body) as { method: string; params: bigint[] }
      const result = method === 'get_info' ? { ...info, nettype } : hashAt(Number(params[0]))
      return JSON.stringify({ jsonrpc: '2.0', id: '0', result })
    }
    const asked = epeeTo(get_blocks.params, body)
    const shown = entries.slice(Number(asked.start_height - start)).slice(0, most)
    return epeeFrom(get_blocks.result, {
      status: 'OK',
      start_height: asked.start_height,
      current_height: 300n,
      blocks: shown.map(({ block, txs }) => ({
        pruned: false,
        block,
        block_weight: 0n,
        txs: txs.map((blob) => ({ blob, prunable_hash: undefined })),
      })),
      output_indices: shown.map(({ indices }) => ({
        indices: indices.map((each) => ({ indices: each })),
      })),
    })
  })
}

const sourceOf = (node: ReturnType<typeof nodeWith>) =>
  new WholeBlocks({ node, signal: new AbortController().signal, keccak: keccak_256 })

/** Stands for a commitment. */
const clearCommitment = () => new Uint8Array(32).fill(7)

const first = [entryAt(0), entryAt(1, 0n), entryAt(2, 1n)]

describe('a chunk of a node', () => {
  const options = { size: 3, network: 'fakechain', keccak: keccak_256, clearCommitment } as const

  test.each([100, 1])('is collected from answers of at most %i blocks', async (most) => {
    const source = sourceOf(nodeWith(0n, first, { most }))
    const { ids, chunk } = await collectChunk(source, chainStart, options)
    expect(ids.map(bytesToHex)).toEqual([0, 1, 2].map(hashAt))
    expect(startAfter(chunk, ids)).toEqual({
      firstHeight: 3n,
      previousId: hexToBytes(hashAt(2)),
      firstOutput: 2n,
    })
    expect(chunk.blocks).toHaveLength(3)
  })

  test('is requested with the next piece under way, and no block twice', async () => {
    const node = nodeWith(0n, first, { most: 1 })
    const pieces = sourceOf(node).pieces(0n, 3n, chainStart.previousId)
    const heights = () =>
      node.asked
        .filter(({ path }) => path === '/getblocks.bin')
        .map(({ body }) => epeeTo(get_blocks.params, body).start_height)
    await pieces.next()
    await Promise.resolve()
    expect(heights()).toEqual([0n, 1n])
    for await (const piece of pieces) expect(piece).toHaveLength(1)
    expect(heights()).toEqual([0n, 1n, 2n])
  })

  test('is requested in pieces of about 4 MiB', async () => {
    const large = Array.from({ length: 40 }, () => entryAt(151))
    const node = nodeWith(0n, large)
    const pieces = sourceOf(node).pieces(0n, 1000n)
    await pieces.next().catch(() => undefined)
    const [, , next] = node.asked.map(({ path, body }) =>
      path === '/getblocks.bin' ? epeeTo(get_blocks.params, body).max_block_count : undefined,
    )
    expect(node.asked.some(({ path }) => path === '/getblocks.bin')).toBe(true)
    expect(next).toBe(64n)
  })

  test('has the network and the length of the node', async () => {
    const source = sourceOf(nodeWith(0n, first))
    expect(await source.network()).toBe('fakechain')
    expect(await source.height()).toBe(300n)
    expect(bytesToHex(await source.idAt(2n))).toBe(hashAt(2))
  })
})

describe('error:', () => {
  const zeros = new Uint8Array(32)
  const paid = entryAt(151)
  const before = parseBlock(paid.block).prevId

  async function refusal(height: bigint, entries: Entry[], previousId: Uint8Array) {
    const end = height + BigInt(Math.max(entries.length, 1))
    const pieces = sourceOf(nodeWith(height, entries)).pieces(height, end, previousId)
    return pieces.next().then(
      () => 'accepted',
      (error: unknown) => (error instanceof FeedError ? error.message : error),
    )
  }

  test('blocks that do not follow each other', async () => {
    expect(await refusal(0n, [first[0]!, first[2]!], zeros)).toBe(
      'block 1 is that of another height',
    )
    expect(await refusal(1n, [first[1]!], zeros)).toBe(`block 1 does not follow ${'0'.repeat(64)}`)
  })

  test('a transaction that is missing, or another one', async () => {
    expect(await refusal(151n, [paid], before)).toBe('accepted')
    expect(await refusal(151n, [{ ...paid, txs: [] }], before)).toBe(
      'block 151: expected 1 transactions, got 0',
    )
    const other = entryAt(163).txs
    expect(await refusal(151n, [{ ...paid, txs: other }], before)).toBe(
      'block 151: transaction 0 does not have its id',
    )
  })

  test('no blocks', async () => {
    expect(await refusal(0n, [], zeros)).toBe(
      'expected blocks from 0, got 0 from 0 with indices of 0',
    )
  })

  test('outputs that are counted wrongly', async () => {
    const wrong = [first[0]!, entryAt(1, 1n)]
    const options = { size: 2, network: 'fakechain', keccak: keccak_256, clearCommitment } as const
    await expect(collectChunk(sourceOf(nodeWith(0n, wrong)), chainStart, options)).rejects.toThrow(
      'output index: expected 0, got 1',
    )
  })

  test('a network that Monero does not have', async () => {
    await expect(sourceOf(nodeWith(0n, first, { nettype: 'moon' })).network()).rejects.toThrow(
      'the node has an unknown network: moon',
    )
  })
})
