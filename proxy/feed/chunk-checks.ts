/**
 * What the blocks of a chunk must agree with before they are stored: known ids of old blocks, and work.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Network } from '#protocol/address.ts'
import { joinBytes, sameBytes } from '#protocol/bytes.ts'
import { hashingBlob } from '#protocol/chain/block.ts'
import type { Keccak, KeccakParts } from '#protocol/chain/hashes.ts'
import {
  blocksPerGroup,
  leastDifficulty,
  pinnedHeight,
  type PinnedHistory,
} from '#protocol/checkpoints/pinned-history.ts'
import { checkHash, difficultyBlocks, DifficultyWindow } from '#protocol/rules/difficulty.ts'
import { randomXVersion, seedHeight } from '#protocol/rules/seed-height.ts'
import type { ProofOfWork } from '../node/types.ts'
import type { Collected } from './collect.ts'
import { FeedError, type WholeBlocks } from './whole-blocks.ts'

/** Seconds between blocks since version 2. monero DIFFICULTY_TARGET_V2 */
const target = 120n

/** Blocks of a chunk whose work is checked, beside its last one. An attacker cannot know which. */
const samples = 4

export type ChunkCheckOptions = {
  network: Network
  source: WholeBlocks
  keccak: Keccak
  keccakParts: KeccakParts
  pins: PinnedHistory
  /** Absent where the host cannot compute it: blocks above the newest pinned one are then not checked. */
  pow?: ProofOfWork
  /** A random number from 0 to below `limit`. */
  random: (limit: number) => number
  /** As the release has them; tests have others. */
  rules?: { pinnedHeight: bigint; leastDifficulty: bigint }
}

/** The blocks of a chunk. */
type ChunkBlocks = Pick<Collected, 'chunk' | 'ids'>

/** Checks chunks in their order. */
export class ChunkChecks {
  readonly #options: ChunkCheckOptions
  /** Blocks below are those of the network: a node with others is wrong. */
  readonly pinnedHeight: bigint
  readonly #least: bigint
  /** Blocks before the next chunk, once they are known. */
  #window: { next: bigint; difficulties: DifficultyWindow } | undefined

  constructor(options: ChunkCheckOptions) {
    const { network, rules } = options
    this.#options = options
    this.pinnedHeight = rules?.pinnedHeight ?? pinnedHeight[network]
    this.#least = rules?.leastDifficulty ?? leastDifficulty[network]
  }

  /** @throws FeedError for blocks of another chain, or without work; and the errors of calls. */
  async require(collected: ChunkBlocks): Promise<void> {
    this.#requirePins(collected)
    await this.#requireWork(collected)
  }

  #requirePins({ chunk: { firstHeight }, ids }: ChunkBlocks) {
    const { pins, keccak } = this.#options
    const end = firstHeight + BigInt(ids.length)
    const wrong = pins.checkpoints.find(
      ({ height, id }) =>
        height >= firstHeight &&
        height < end &&
        bytesToHex(ids[Number(height - firstHeight)]!) !== id,
    )
    if (wrong) throw new FeedError(`block ${wrong.height} is not the one of ${this.#network}`)
    if (BigInt(ids.length) !== blocksPerGroup || firstHeight % blocksPerGroup !== 0n) return
    const offset = 32 * Number(firstHeight / blocksPerGroup)
    const expected = pins.groups.subarray(offset, offset + 32)
    if (expected.length === 32 && !sameBytes(keccak(joinBytes(ids)), expected))
      throw new FeedError(`blocks ${firstHeight} to ${end - 1n} are not those of ${this.#network}`)
  }

  get #network() {
    return this.#options.network
  }

  async #requireWork(collected: ChunkBlocks) {
    const { pow, network } = this.#options
    const { firstHeight, blocks } = collected.chunk
    const end = firstHeight + BigInt(blocks.length)
    // Anybody makes blocks of a private chain.
    if (!pow || network === 'fakechain' || end <= this.pinnedHeight) return
    const from = firstHeight > this.pinnedHeight ? firstHeight : this.pinnedHeight
    const window = await this.#windowAt(from)
    const difficulties: bigint[] = []
    for (let height = from; height < end; height++) {
      const difficulty = window.next(target)
      if (difficulty < this.#least)
        throw new FeedError(`block ${height}: expected a difficulty of at least ${this.#least}`)
      difficulties.push(difficulty)
      const { timestamp } = blocks[Number(height - firstHeight)]!
      window.push({ time: Number(timestamp), difficulty })
    }
    for (const at of this.#sampled(difficulties.length))
      await this.#requireHash(collected, from + BigInt(at), difficulties[at]!, pow)
    this.#window = { next: end, difficulties: window }
  }

  /** The last block, and some random ones. */
  #sampled(count: number): number[] {
    const picked = new Set([count - 1])
    for (let n = 0; n < samples; n++) picked.add(this.#options.random(count))
    return [...picked].sort((a, b) => a - b)
  }

  async #requireHash(collected: ChunkBlocks, height: bigint, difficulty: bigint, pow: ProofOfWork) {
    const { chunk, ids } = collected
    const at = Number(height - chunk.firstHeight)
    const { rows, nonce, majorVersion, minorVersion, timestamp } = chunk.blocks[at]!
    if (majorVersion < randomXVersion) return
    const prevId = ids[at - 1] ?? chunk.previousId
    const header = { majorVersion, minorVersion, timestamp, prevId, nonce: nonce! }
    const transactions = rows.map(({ details }) => details!.id)
    const blob = hashingBlob(header, transactions, this.#options.keccakParts)
    const seedHash = await this.#seedOf(height, collected)
    const hash = await pow.hash(blob, { majorVersion, height, seedHash })
    if (!checkHash(hash, difficulty))
      throw new FeedError(`block ${height} has no proof of work for its difficulty`)
  }

  /** A false seed does not help a node: work for one is as expensive as for another. */
  #seedOf(height: bigint, { chunk, ids }: ChunkBlocks): Promise<Uint8Array> {
    const seed = seedHeight(height)
    if (seed < chunk.firstHeight) return this.#options.source.idAt(seed)
    return Promise.resolve(ids[Number(seed - chunk.firstHeight)]!)
  }

  /** The 735 blocks below a height. Their difficulties are the node's, unless they were checked before. */
  async #windowAt(height: bigint): Promise<DifficultyWindow> {
    if (this.#window?.next === height) return new DifficultyWindow(this.#window.difficulties.blocks)
    const first = height > BigInt(difficultyBlocks) ? height - BigInt(difficultyBlocks) : 1n
    const known = await this.#options.source.works(first, height)
    const low = known.find(
      ({ difficulty }, at) => first + BigInt(at) >= this.pinnedHeight && difficulty < this.#least,
    )
    if (low) throw new FeedError(`expected a difficulty of at least ${this.#least}`)
    return new DifficultyWindow(known)
  }
}
