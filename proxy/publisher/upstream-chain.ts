/**
 * New blocks of an upstream node.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { blockId, parseBlock, type Block } from '#protocol/chain/block.ts'
import { isHex } from '#protocol/hex.ts'
import type { Crypto } from '#wasm/types.ts'
import { UpstreamUnavailable } from '../upstream/node.ts'
import type { WatchCalls } from '../upstream/watch-calls.ts'
import type { Publisher } from './publisher.ts'

/** Ids that are known from the start, so that a reorganisation of as many blocks is recognised. */
const knownAtStart = 10n

/** Ids in memory; a longer reorganisation is published from the oldest of them on. */
const mostKnown = 200

/** Blocks requested in one look at the node. Others follow in the next. */
const mostBlocks = 100

/** Follows the main chain of a node from the first look on, and publishes each new block. */
export class UpstreamChain {
  readonly #calls: WatchCalls
  readonly #crypto: Crypto
  readonly #publisher: Publisher
  /** Ids by height, without gaps; empty before the first look. */
  readonly #known = new Map<bigint, string>()

  constructor(calls: WatchCalls, crypto: Crypto, publisher: Publisher) {
    this.#calls = calls
    this.#crypto = crypto
    this.#publisher = publisher
  }

  /**
   * Requests the height, and new blocks. The first time it only notes the newest ids.
   *
   * @throws ChainError or UpstreamUnavailable for a block that is not at its height.
   */
  async look(): Promise<void> {
    const { height, hash } = await this.#calls.json.get_height({})
    if (height === 0n) throw new UpstreamUnavailable('invalid')
    const top = height - 1n
    if (this.#known.size === 0) return this.#begin(top)
    if (this.#known.get(top) === hash && !this.#known.has(height)) return
    await this.#follow(top)
  }

  /** Forgets all, so that the next look is again the first. */
  forget(): void {
    this.#known.clear()
  }

  async #begin(top: bigint): Promise<void> {
    const first = top < knownAtStart ? 0n : top - knownAtStart + 1n
    const range = { start_height: first, end_height: top }
    const { headers } = await this.#calls.rpc.get_block_headers_range(range)
    headers.forEach(({ hash }, i) => {
      if (!isHex(hash, 32)) throw new UpstreamUnavailable('invalid')
      this.#known.set(first + BigInt(i), hash)
    })
  }

  /** Walks up to the top. Below a block with an unknown parent it walks down first. */
  async #follow(top: bigint): Promise<void> {
    const newest = [...this.#known.keys()].reduce((a, b) => (a > b ? a : b))
    let height = newest < top ? newest + 1n : top
    for (let asked = 0; asked < mostBlocks && height <= top; asked++) {
      const { block, id } = await this.#blockAt(height)
      const parent = this.#known.get(height - 1n)
      if (parent !== undefined && parent !== bytesToHex(block.prevId)) {
        this.#forgetFrom(height - 1n)
        height--
        continue
      }
      if (this.#known.get(height) !== id) await this.#publish(height, block, id, height === top)
      this.#forgetFrom(height)
      this.#known.set(height, id)
      this.#known.delete(height - BigInt(mostKnown))
      height++
    }
  }

  async #blockAt(height: bigint): Promise<{ block: Block; id: string }> {
    const { blob } = await this.#calls.rpc.get_block({ height })
    if (!isHex(blob)) throw new UpstreamUnavailable('invalid')
    const block = parseBlock(hexToBytes(blob))
    const [input] = block.minerTx.inputs
    if (input?.kind !== 'gen' || input.height !== height) throw new UpstreamUnavailable('invalid')
    const { keccak256, keccak256Parts } = this.#crypto
    return { block, id: bytesToHex(blockId(block, keccak256, keccak256Parts)) }
  }

  async #publish(height: bigint, block: Block, id: string, isTop: boolean): Promise<void> {
    if (isTop && this.#publisher.subscriptions.includes('json-full-miner_data')) {
      const data = await this.#calls.rpc.get_miner_data({})
      // Otherwise a newer block has arrived, which the next look finds.
      if (data.prev_id === id) this.#publisher.minerData(data)
    }
    this.#publisher.block(height, block)
  }

  #forgetFrom(height: bigint): void {
    for (const known of [...this.#known.keys()]) if (known >= height) this.#known.delete(known)
  }
}
