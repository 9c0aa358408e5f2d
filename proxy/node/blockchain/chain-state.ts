/**
 * The state that the parts of the blockchain share: the store, the tip, and the ports.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { blockId, parseBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import type { ChainStore } from '../../stores/chain-store.ts'
import { StorageFailure } from '#protocol/storage-failure.ts'
import type { SeedEpoch } from '#protocol/rules/seed-height.ts'
import type { BlockchainPool, BlockTransaction, CheckTransactions, Clock, Id } from '../types.ts'
import { InvalidBlocks } from './invalid-blocks.ts'
import { Tip } from './tip.ts'

export type BlockchainPorts = {
  store: ChainStore
  crypto: Crypto
  clock: Clock
  pool: BlockchainPool
  /** Checks the transactions of every block that is added. */
  check: CheckTransactions
  /** Difficulty of all blocks except the genesis block; without it the rules decide. */
  fixedDifficulty?: bigint | undefined
  epoch: SeedEpoch
}

export class ChainState {
  readonly store: ChainStore
  readonly ports: BlockchainPorts
  readonly invalid = new InvalidBlocks()
  #tip: Tip
  /** The state in memory differs from the store, which could not be read. */
  #isStale = false
  /** The current transaction of the driver has written something. */
  #touched = false

  constructor(ports: BlockchainPorts) {
    this.store = ports.store
    this.ports = ports
    this.#tip = new Tip(ports.store, ports.fixedDifficulty)
  }

  /** @throws StorageFailure while the store cannot be read after a failed write. */
  get tip(): Tip {
    if (this.#isStale) this.#reload()
    return this.#tip
  }

  /** Must be called before the first write. */
  touch(): void {
    this.#touched = true
  }

  /** Runs `act` in one transaction. If it throws, the state in memory is read from the store again. */
  atomically<T>(act: () => T): T {
    const before = this.#touched
    this.#touched = false
    try {
      return this.store.driver.transaction(act)
    } catch (error) {
      if (this.#touched) this.#reloadOrMark()
      throw error
    } finally {
      this.#touched ||= before
    }
  }

  #reload() {
    this.store.outputs.reload()
    this.#tip = new Tip(this.store, this.ports.fixedDifficulty)
    this.ports.pool.reload()
    this.#isStale = false
  }

  /** The first error counts. A store that cannot be read now is read again when the tip is needed. */
  #reloadOrMark() {
    this.#isStale = true
    try {
      this.#reload()
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error
    }
  }
}

/** A block that breaks a rule. */
export class InvalidBlock extends Error {
  override name = 'InvalidBlock'
  readonly flags: { badPow?: true; missingTxs?: true }
  /** Transactions that the block took from the pool before it was refused. */
  taken: readonly BlockTransaction[] = []

  constructor(reason: string, flags: { badPow?: true; missingTxs?: true } = {}) {
    super(reason)
    this.flags = flags
  }
}

/** A block that is being added. */
export type IncomingBlock = {
  block: ParsedBlock
  id: Id
  prevId: Id
  /** Transactions that arrived with it, by id. */
  supplement: ReadonlyMap<Id, ParsedTransaction>
}

/** The proof of work of a block: the hash, `checked` if it was checked before, undefined at difficulty 1. */
export type CheckedWork = Uint8Array | 'checked' | undefined

/** @throws ChainError for bytes that are not a block or not a transaction. */
export function readIncomingBlock(
  blob: Uint8Array,
  transactions: readonly Uint8Array[],
  { keccak256, keccak256Parts }: Crypto,
): IncomingBlock {
  const block = parseBlock(blob)
  const supplement = transactions.map((bytes): [Id, ParsedTransaction] => {
    const tx = parseTransaction(bytes)
    return [bytesToHex(transactionId(tx, undefined, keccak256)), tx]
  })
  return {
    block,
    id: bytesToHex(blockId(block, keccak256, keccak256Parts)),
    prevId: bytesToHex(block.prevId),
    supplement: new Map(supplement),
  }
}
