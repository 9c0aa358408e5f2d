/**
 * Types that the rooms of the node share: the view of the chain, refusals, and the ports between
 * blockchain, pool, verification and calls.
 *
 * Heights, indices, times, weights and amounts are bigint as on the wire; times are Unix seconds,
 * amounts piconero. Ids of blocks and transactions are lower-case hex; keys, key images and blobs are
 * bytes.
 *
 * @module
 */
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Network } from '#protocol/rules/forks.ts'

/** 64 hex digits, lower case: of a block or of a transaction. */
export type Id = string

/** An output of the chain as a ring member. */
export type ChainOutput = {
  /** One-time public key. */
  key: Uint8Array
  /** The stored commitment; for a pre-RingCT output the commitment to its amount with mask 1. */
  commitment: Uint8Array
  /** Unlock time of its transaction. */
  unlockTime: bigint
  /** Height of its block. */
  height: bigint
}

/** What the rules need to know about the chain, for a transaction in the next block. */
export type ChainView = {
  /** Height of the next block: number of blocks, including the genesis block. */
  height: bigint
  /** The median that limits the weight of the next block; half of the limit. */
  medianWeight: bigint
  /** The effective long-term median. */
  longTermMedian: bigint
  /** Coins so far, which decide the base reward. */
  generatedCoins: bigint
  /**
   * The time for time locks.
   *
   * @see monero src/cryptonote_core/blockchain.cpp Blockchain::get_adjusted_time
   */
  adjustedTime: bigint
  /** Outputs by amount and global index, in the given order; undefined for an unknown index. */
  outputs(amount: bigint, indices: readonly bigint[]): (ChainOutput | undefined)[]
  /** Number of outputs of the amount. */
  outputCount(amount: bigint): bigint
  /** Whether a transaction of the chain spent it. */
  hasKeyImage(keyImage: Uint8Array): boolean
}

/**
 * Flags of `/send_raw_transaction`: one for each reason.
 *
 * @see monero src/rpc/core_rpc_server_commands_defs.h COMMAND_RPC_SEND_RAW_TX
 */
export type RefusalFlag =
  | 'double_spend'
  | 'fee_too_low'
  | 'invalid_input'
  | 'invalid_output'
  | 'low_mixin'
  | 'not_rct'
  | 'overspend'
  | 'too_big'
  | 'too_few_outputs'
  | 'tx_extra_too_big'
  | 'nonzero_unlock_time'
  | 'sanity_check_failed'

/** Why a transaction is invalid. There is no flag if monero sets none. */
export type Refusal = { flags: readonly RefusalFlag[]; reason: string }

/** Why the transactions of a block are invalid. */
type BlockRefusal = Refusal & {
  /** Position of the transaction with invalid inputs; absent for a malformed transaction. */
  at?: number
}

/** A transaction of a block that is being added. */
export type BlockTransaction = {
  id: Id
  tx: ParsedTransaction
  /** It comes from the pool, which has made all checks that do not depend on the chain. */
  fromPool: boolean
}

/**
 * Checks the transactions of a block, with all proofs in one batch.
 *
 * Fee, relay and pool rules do not apply to blocks.
 *
 * @returns Undefined if all are valid.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_tx_inputs,
 *   src/cryptonote_core/tx_verification_utils.cpp ver_non_input_consensus
 */
export type CheckTransactions = (
  transactions: readonly BlockTransaction[],
  view: ChainView,
) => BlockRefusal | undefined

/** A transaction of the pool, for a block. */
export type PooledTransaction = {
  id: Id
  /** The whole transaction. */
  blob: Uint8Array
  weight: bigint
  fee: bigint
}

/**
 * The port through which the blockchain uses the pool.
 *
 * Every call except `reload` happens in a transaction of the driver that the pool writes to. If that
 * transaction fails, `reload` follows.
 */
export type BlockchainPool = {
  has(id: Id): boolean
  /** The transaction without removing it. */
  get(id: Id): PooledTransaction | undefined
  /** Removes a transaction that a block contains. @returns Whether it was in the pool. */
  drop(id: Id): boolean
  /**
   * Adds a transaction that arrived with an alternative block, with `kept_by_block` and regardless of its fee.
   *
   * @returns The refusal of a malformed transaction.
   */
  addFromBlock(tx: ParsedTransaction, id: Id, view: ChainView): Refusal | undefined
  /** Adds a well-formed transaction of a removed block, in the same way. */
  giveBack(tx: ParsedTransaction, id: Id, view: ChainView): void
  /** A block was added or removed. */
  chainChanged(): void
  /** Reads the store again. */
  reload(): void
}

/** Proof of work of a block. */
export type ProofOfWork = {
  /**
   * @param blob - The block's hashing blob.
   * @param seedHash - RandomX seed, 32 bytes; ignored before version 12.
   * @returns 32 bytes.
   * @throws Error if the host has too little memory or forbids compilation at run time.
   */
  hash(
    blob: Uint8Array,
    block: { majorVersion: number; height: bigint; seedHash: Uint8Array },
  ): Promise<Uint8Array>
}

/** The clock, in Unix seconds. */
export type Clock = { now(): bigint }

export type ChainOptions = {
  network: Network
  /** Difficulty of every block except the genesis block, instead of the computed one. */
  fixedDifficulty?: bigint
  /** Whether alternative blocks survive a restart. monero --keep-alt-blocks */
  keepAlternatives?: boolean
  /** Largest sum of weights in the pool; transactions with the lowest fee rate are dropped. 648 MB. */
  maxPoolWeight?: bigint
}

/** The outcome of adding a block. */
export type BlockOutcome =
  /** It extends the main chain. */
  | { kind: 'added'; height: bigint }
  /** It was stored as an alternative block. */
  | { kind: 'alternative'; height: bigint }
  /** Its chain has become the main chain. */
  | { kind: 'reorganised'; height: bigint; splitHeight: bigint }
  /** It is already known. */
  | { kind: 'known' }
  /** Its parent is unknown; it was not stored. */
  | { kind: 'orphan' }
  /** It breaks a rule. */
  | { kind: 'invalid'; reason: string; badPow?: true; missingTxs?: true }

/** Receives changes of the main chain, after they are stored. */
export type ChainListener = {
  /** A block was added, possibly by a reorganisation. */
  added(id: Id): void
  /**
   * A reorganisation happened. Calls of `added` for its blocks follow.
   *
   * @param change - `height` of the new chain, `splitHeight` of the first changed block, `discarded`: the
   *   number of removed blocks.
   */
  reorganised(change: { splitHeight: bigint; height: bigint; discarded: bigint }): void
}

/** Receives transactions of clients, after the pool has stored them. */
export type PoolListener = {
  /** A transaction was accepted, or broadcast for the first time after it had been accepted unrelayed. */
  accepted(id: Id): void
}
