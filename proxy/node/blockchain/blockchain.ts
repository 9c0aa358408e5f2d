/**
 * The chain: what stands on it, what may be added, and what becomes of it.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { blockHashingBlob } from '#protocol/chain/block.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import type { BlockOutcome, ProofOfWork } from '../types.ts'
import { acceptAlternative } from './alternative.ts'
import { placeAfter } from './branch.ts'
import { connect, disconnect, needsWork } from './main-chain.ts'
import { checkStore, putGenesis } from './opening.ts'
import { pruneChain, pruneOnwards } from './pruning.ts'
import { ChainReader } from './reads.ts'
import { arriving, InvalidBlock, type Arriving, type BlockchainPorts, type Work } from './state.ts'
import type { Blockchain } from './types.ts'

export class OwnBlockchain extends ChainReader implements Blockchain {
  readonly #pow: ProofOfWork

  private constructor(ports: BlockchainPorts, pow: ProofOfWork) {
    super(ports)
    this.#pow = pow
  }

  /**
   * The chain of a store; an empty one gets the genesis block.
   *
   * @throws StoreError for a store that is damaged.
   */
  static open(ports: BlockchainPorts & { pow: ProofOfWork }): OwnBlockchain {
    putGenesis(ports)
    checkStore(ports)
    return new OwnBlockchain(ports, ports.pow)
  }

  async addBlock(blob: Uint8Array, transactions: readonly Uint8Array[] = []) {
    const block = this.#read(blob, transactions)
    if (block instanceof InvalidBlock) return refused(block)
    return this.#add(block, await this.#work(block))
  }

  popBlocks(count: bigint): bigint {
    const { state } = this
    const most = state.tip.block.height
    state.atomically(() => {
      for (let left = count < most ? count : most; left > 0n; left--) disconnect(state)
    })
    return state.tip.height
  }

  prune(): number {
    const { store, ports, tip } = this.state
    return pruneChain(store, Number(tip.height), ports.crypto.randomScalar()[0]!)
  }

  #read(blob: Uint8Array, transactions: readonly Uint8Array[]): Arriving | InvalidBlock {
    try {
      return arriving(blob, transactions, this.state.ports.crypto)
    } catch (error) {
      if (error instanceof ChainError) return new InvalidBlock(error.message)
      throw error
    }
  }

  /**
   * The hash of a block that needs one. It depends on the block and those below it alone: whatever
   * happens to the chain meanwhile, it stays right.
   */
  async #work({ block, id, prevId }: Arriving): Promise<Work> {
    if (this.state.ports.fixedDifficulty === 1n) return undefined
    const place = this.hasBlock(id) ? undefined : placeAfter(this.state, prevId)
    if (!place || place.difficulty === 0n || !needsWork(place.difficulty)) return undefined
    const { keccak256, keccak256Parts } = this.state.ports.crypto
    return this.#pow.hash(blockHashingBlob(block, keccak256, keccak256Parts), {
      majorVersion: block.majorVersion,
      height: place.height,
      seedHash: hexToBytes(place.seed.id),
    })
  }

  /** @see monero src/cryptonote_core/blockchain.cpp Blockchain::add_new_block */
  #add(block: Arriving, work: Work): BlockOutcome {
    const { state } = this
    try {
      return state.atomically((): BlockOutcome => {
        if (this.hasBlock(block.id)) return { kind: 'known' }
        if (block.prevId !== this.topId()) return acceptAlternative(state, block, work)
        const { height } = connect(state, block, work)
        pruneOnwards(state.store, Number(height) + 1)
        return { kind: 'added', height }
      })
    } catch (error) {
      if (error instanceof InvalidBlock) return refused(error)
      throw error
    }
  }
}

const refused = ({ message, flags }: InvalidBlock): BlockOutcome => ({
  ...{ kind: 'invalid', reason: message },
  ...flags,
})
