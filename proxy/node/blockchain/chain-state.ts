/**
 * What the parts of the blockchain share: the store, the tip, and the ports.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { blockId, parseBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import type { ChainStore } from '../../stores/chain-store.ts'
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
  /** Of all blocks but the first; computed by the rules when absent. */
  fixedDifficulty?: bigint | undefined
  epoch: SeedEpoch
}

export class ChainState {
  readonly store: ChainStore
  readonly ports: BlockchainPorts
  readonly invalid = new InvalidBlocks()
  tip: Tip
  /** Something was written since the transaction of the driver began. */
  #touched = false

  constructor(ports: BlockchainPorts) {
    this.store = ports.store
    this.ports = ports
    this.tip = new Tip(ports.store, ports.fixedDifficulty)
  }

  /** To be called before the first write. */
  touch(): void {
    this.#touched = true
  }

  /** Runs `act` in one transaction; when it throws, memory is as the store is again. */
  atomically<T>(act: () => T): T {
    const before = this.#touched
    this.#touched = false
    try {
      return this.store.driver.transaction(act)
    } catch (error) {
      if (this.#touched) this.#reload()
      throw error
    } finally {
      this.#touched ||= before
    }
  }

  #reload() {
    this.store.outputs.reload()
    this.tip = new Tip(this.store, this.ports.fixedDifficulty)
    this.ports.pool.reload()
  }
}

/** A block that breaks a rule. */
export class InvalidBlock extends Error {
  override name = 'InvalidBlock'
  readonly flags: { badPow?: true; missingTxs?: true }
  /** Transactions that it took from the pool before it was found out. */
  taken: readonly BlockTransaction[] = []

  constructor(reason: string, flags: { badPow?: true; missingTxs?: true } = {}) {
    super(reason)
    this.flags = flags
  }
}

/** A block on its way in. */
export type IncomingBlock = {
  block: ParsedBlock
  id: Id
  prevId: Id
  /** Transactions that came with it, by id. */
  supplement: ReadonlyMap<Id, ParsedTransaction>
}

/** Its proof of work: the hash; `checked` when it was in a chain of ours before; none at difficulty 1. */
export type CheckedWork = Uint8Array | 'checked' | undefined

/** @throws ChainError for bytes that are no block, or no transaction. */
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
