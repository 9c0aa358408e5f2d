/**
 * Whole blocks of a node, checked against each other.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Network } from '#protocol/address.ts'
import { max, min } from '#protocol/bigint.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { oneByOne, transactionId, type Keccak, type KeccakParts } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { get_blocks } from '#protocol/daemon/bin/blocks.ts'
import { get_height } from '#protocol/daemon/json/chain.ts'
import { get_block_headers_range, on_get_block_hash } from '#protocol/daemon/rpc/blocks.ts'
import { get_info } from '#protocol/daemon/rpc/chain.ts'
import type { WholeBlock } from '#protocol/feed/build.ts'
import type { BlockWork } from '#protocol/rules/difficulty.ts'
import { binaryCalls, jsonCalls } from '#protocol/upstream.ts'
import type { UpstreamNode } from '../upstream/node.ts'
import { postTo } from '../upstream/post.ts'

/** Bytes of the longest answer that is read. monerod sends at most 100 MB of blocks at once, and one block more. */
const longestAnswer = 256 * 1024 * 1024
/** Blocks of a request: monerod sends no more. */
const mostBlocks = 1000n
/** Blocks of the first request. Later ones ask for about as many as have {@link pieceBytes}. */
const firstBlocks = 16n
const pieceBytes = 4 * 1024 * 1024

/** The node sent blocks that do not fit together. The message says which and why. */
export class FeedError extends Error {
  override name = 'FeedError'
}

/** A block whose transactions hash to the ids in it, and its own id. */
export type CheckedBlock = WholeBlock & { id: Uint8Array }

type BlocksAnswer = Awaited<ReturnType<ReturnType<typeof callsOf>['bin']['get_blocks']>>

type BlockSource = {
  node: UpstreamNode
  /** Aborts the call under way. */
  signal: AbortSignal
  keccak: Keccak
  keccakParts?: KeccakParts
  /** Called after each block, so that a program can answer requests in between. */
  pause?: () => Promise<void>
}

/** Reads the chain of a node. */
export class WholeBlocks {
  readonly #calls: ReturnType<typeof callsOf>
  readonly #keccak: Keccak
  readonly #keccakParts: KeccakParts
  readonly #pause: () => Promise<void>
  #genesis: Uint8Array | undefined
  #most = firstBlocks

  constructor({ node, signal, keccak, keccakParts, pause }: BlockSource) {
    this.#calls = callsOf(node, signal)
    this.#keccak = keccak
    this.#keccakParts = keccakParts ?? oneByOne(keccak)
    this.#pause = pause ?? (() => Promise.resolve())
  }

  /** Number of blocks. */
  async height(): Promise<bigint> {
    return (await this.#calls.json.get_height({})).height
  }

  /** @throws FeedError If the node names a network that Monero does not have. */
  async network(): Promise<Network> {
    const { nettype } = await this.#calls.rpc.get_info({})
    const known: readonly string[] = ['mainnet', 'testnet', 'stagenet', 'fakechain']
    if (!known.includes(nettype)) throw new FeedError(`the node has an unknown network: ${nettype}`)
    return nettype as Network
  }

  /** The id of the block at a height, 32 bytes. */
  async idAt(height: bigint): Promise<Uint8Array> {
    const { value } = await this.#calls.rpc.on_get_block_hash({ value: [height] })
    return hexToBytes(value)
  }

  /** Timestamps and difficulties of the blocks from `first` up to `end`, as the node gives them. */
  async works(first: bigint, end: bigint): Promise<BlockWork[]> {
    const range = { start_height: first, end_height: end - 1n }
    const { headers } = await this.#calls.rpc.get_block_headers_range(range)
    if (headers.length !== Number(end - first))
      throw new FeedError(`expected ${end - first} headers from ${first}, got ${headers.length}`)
    return headers.map(({ timestamp, difficulty, difficulty_top64: top }) => ({
      time: Number(timestamp),
      difficulty: (top << 64n) | difficulty,
    }))
  }

  /**
   * The blocks from `first` up to `end`, in pieces. The next piece is requested while the caller uses one.
   *
   * @param previousId - Id of the block before the first one; zeros for none, undefined for any.
   * @throws FeedError, ChainError, and the errors of calls.
   */
  async *pieces(
    first: bigint,
    end: bigint,
    previousId?: Uint8Array,
  ): AsyncGenerator<CheckedBlock[], void, undefined> {
    let height = first
    let before = previousId
    let answer = this.#request(height, end)
    while (height < end) {
      const piece = await answer
      const next = height + BigInt(piece.blocks.length)
      answer = next < end ? this.#request(next, end) : answer
      // A failure is reported where the answer is used.
      answer.catch(() => undefined)
      const checked: CheckedBlock[] = []
      for (const [at, entry] of piece.blocks.entries()) {
        const indices = piece.output_indices[at]!.indices.map((each) => each.indices)
        const block = this.#check(entry, { indices, before, height: height + BigInt(at) })
        before = block.id
        checked.push(block)
        await this.#pause()
      }
      height = next
      yield checked
    }
  }

  /** Some blocks from `first` on, at least one. */
  async #request(first: bigint, end: bigint): Promise<BlocksAnswer> {
    this.#genesis ??= await this.idAt(0n)
    const most = min(end - first, this.#most)
    const answer = await this.#calls.bin.get_blocks({
      block_ids: [this.#genesis],
      start_height: first,
      max_block_count: most,
    })
    const { blocks, output_indices, start_height } = answer
    if (start_height !== first || blocks.length === 0 || output_indices.length !== blocks.length)
      throw new FeedError(
        `expected blocks from ${first}, got ${blocks.length} from ${start_height} with indices of ${output_indices.length}`,
      )
    this.#adapt(answer)
    if (BigInt(blocks.length) <= most) return answer
    return { ...answer, blocks: blocks.slice(0, Number(most)) }
  }

  /** Asks for as many blocks as have {@link pieceBytes}. */
  #adapt({ blocks }: BlocksAnswer) {
    const bytes = blocks.reduce(
      (sum, { block, txs }) => txs.reduce((all, { blob }) => all + blob.length, sum + block.length),
      0,
    )
    const fitting = BigInt(Math.floor((pieceBytes * blocks.length) / bytes))
    this.#most = max(1n, min(mostBlocks, min(fitting, 4n * this.#most)))
  }

  #check(
    { block: bytes, txs }: BlocksAnswer['blocks'][number],
    {
      indices,
      before,
      height,
    }: { indices: bigint[][]; before: Uint8Array | undefined; height: bigint },
  ): CheckedBlock {
    const block = parseBlock(bytes)
    const [input] = block.minerTx.inputs
    if (input?.kind !== 'gen' || input.height !== height)
      throw new FeedError(`block ${height} is that of another height`)
    if (before && !sameBytes(block.prevId, before))
      throw new FeedError(`block ${height} does not follow ${bytesToHex(before)}`)
    if (txs.length !== block.txHashes.length)
      throw new FeedError(
        `block ${height}: expected ${block.txHashes.length} transactions, got ${txs.length}`,
      )
    const transactions = txs.map(({ blob }, at) => {
      const tx = parseTransaction(blob)
      if (!sameBytes(transactionId(tx, undefined, this.#keccak), block.txHashes[at]!))
        throw new FeedError(`block ${height}: transaction ${at} does not have its id`)
      return tx
    })
    const id = blockId(block, this.#keccak, this.#keccakParts)
    return { block, transactions, indices, id }
  }
}

function callsOf(node: UpstreamNode, signal: AbortSignal) {
  const post = postTo(node, signal, { longestAnswer, longAnswer: true })
  const rpc = { get_block_headers_range, get_info, on_get_block_hash }
  const tables = { rpc, json: { get_height } }
  return { ...jsonCalls(tables, post), bin: binaryCalls({ get_blocks }, post) }
}
