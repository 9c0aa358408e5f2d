/**
 * The chain of our own node: adds, pops and prunes blocks.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { min } from '#protocol/bigint.ts'
import { blockHashingBlob } from '#protocol/chain/block.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import type { BlockOutcome, ChainListener, ProofOfWork } from '../types.ts'
import { acceptAlternative } from './alternative.ts'
import { giveBack } from './block-transactions.ts'
import { positionAfter } from './branch.ts'
import { checkStore } from './check-store.ts'
import { connect, disconnect, needsWork } from './main-chain.ts'
import { putGenesis } from './put-genesis.ts'
import { pruneChain, pruneOnwards } from './pruning.ts'
import { ChainReader } from './chain-reader.ts'
import {
  readIncomingBlock,
  InvalidBlock,
  type IncomingBlock,
  type BlockchainPorts,
  type CheckedWork,
} from './chain-state.ts'
import type { Blockchain } from './types.ts'

export type OwnBlockchainPorts = BlockchainPorts & { pow: ProofOfWork }

export class OwnBlockchain extends ChainReader implements Blockchain {
  readonly #pow: ProofOfWork
  readonly #listeners: ChainListener[] = []

  private constructor({ pow, ...ports }: OwnBlockchainPorts) {
    super(ports)
    this.#pow = pow
  }

  /**
   * Opens the chain of a store. An empty store receives the genesis block.
   *
   * @throws StoreError for a damaged store.
   */
  static open(ports: OwnBlockchainPorts): OwnBlockchain {
    putGenesis(ports)
    checkStore(ports)
    return new OwnBlockchain(ports)
  }

  async addBlock(blob: Uint8Array, transactions: readonly Uint8Array[] = []) {
    const block = this.#read(blob, transactions)
    if (block instanceof InvalidBlock) return refused(block)
    const work = await this.#work(block)
    const before = this.height()
    const outcome = this.#add(block, work)
    for (const listener of this.#listeners) this.#notify(listener, outcome, before)
    return outcome
  }

  popBlocks(count: bigint): bigint {
    const { state } = this
    const most = state.tip.block.height
    state.atomically(() => {
      for (let left = min(count, most); left > 0n; left--) disconnect(state)
    })
    return state.tip.height
  }

  prune(): number {
    const { store, ports, tip } = this.state
    return pruneChain(store, Number(tip.height), ports.crypto.randomScalar()[0]!)
  }

  /** @see monero src/cryptonote_core/cryptonote_core.cpp core::init, arg_keep_alt_blocks */
  forgetAlternatives(): void {
    this.state.atomically(() => this.state.store.alternatives.clear())
  }

  forgetInvalid(): void {
    this.state.invalid.clear()
  }

  listen(listener: ChainListener): void {
    this.#listeners.push(listener)
  }

  /** @see monero src/cryptonote_core/blockchain.cpp switch_to_alternative_blockchain */
  #notify(listener: ChainListener, outcome: BlockOutcome, before: bigint) {
    if (outcome.kind === 'added') listener.added(this.topId())
    if (outcome.kind !== 'reorganised') return
    const { splitHeight } = outcome
    const height = this.height()
    listener.reorganised({ splitHeight, height, discarded: before - splitHeight })
    for (const id of this.ids(splitHeight, Number(height - splitHeight))) listener.added(id)
  }

  #read(blob: Uint8Array, transactions: readonly Uint8Array[]): IncomingBlock | InvalidBlock {
    try {
      return readIncomingBlock(blob, transactions, this.state.ports.crypto)
    } catch (error) {
      if (error instanceof ChainError) return new InvalidBlock(error.message)
      throw error
    }
  }

  /**
   * The hash of a block that needs one. It depends only on the block and those below it, so it stays
   * valid if the chain changes in the meantime.
   */
  async #work({ block, id, prevId }: IncomingBlock): Promise<CheckedWork> {
    if (this.state.ports.fixedDifficulty === 1n) return undefined
    const position = this.hasBlock(id) ? undefined : positionAfter(this.state, prevId)
    if (!position || position.difficulty === 0n || !needsWork(position.difficulty)) return undefined
    const { keccak256, keccak256Parts } = this.state.ports.crypto
    return this.#pow.hash(blockHashingBlob(block, keccak256, keccak256Parts), {
      majorVersion: block.majorVersion,
      height: position.height,
      seedHash: hexToBytes(position.seed.id),
    })
  }

  /** @see monero src/cryptonote_core/blockchain.cpp Blockchain::add_new_block */
  #add(block: IncomingBlock, work: CheckedWork): BlockOutcome {
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
      if (!(error instanceof InvalidBlock)) throw error
      state.atomically(() => giveBack(state, error))
      return refused(error)
    }
  }
}

const refused = ({ message, flags }: InvalidBlock): BlockOutcome => ({
  kind: 'invalid',
  reason: message,
  ...flags,
})
