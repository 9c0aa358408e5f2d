/**
 * Words that the node's rooms share: what a check sees of the chain, why it refuses, and the ports
 * through which blockchain, pool, verification and calls meet.
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
  /** The stored commitment; of an output in the clear that of its amount with mask 1. */
  commitment: Uint8Array
  /** Of the transaction that made it. */
  unlockTime: bigint
  /** Of its block. */
  height: bigint
}

/** What the rules ask of the chain about a transaction that is to be in the next block. */
export type ChainView = {
  /** Of the next block: blocks so far, the genesis block counted. */
  height: bigint
  /** The median that the next block's weight is held against; half its limit. */
  medianWeight: bigint
  /** The effective long-term median. */
  longTermMedian: bigint
  /** Coins made so far, from which the base reward follows. */
  generatedCoins: bigint
  /**
   * The time that time locks are held against.
   *
   * @see monero src/cryptonote_core/blockchain.cpp Blockchain::get_adjusted_time
   */
  adjustedTime: bigint
  /** By amount and global index, in the order asked; undefined for an index that is none. */
  outputs(amount: bigint, indices: readonly bigint[]): (ChainOutput | undefined)[]
  /** How many outputs of the amount there are; 0 for none. */
  outputCount(amount: bigint): bigint
  /** Whether a transaction of the chain has it. */
  hasKeyImage(keyImage: Uint8Array): boolean
}

/**
 * Flags of `/send_raw_transaction`, one a reason.
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

/** Why a transaction is not valid. No flag stands for a fault that monero gives none. */
export type Refusal = { flags: readonly RefusalFlag[]; reason: string }

/** Why the transactions of a block are not valid. */
type BlockRefusal = Refusal & {
  /** Place of the one whose inputs are wrong; none where it is the form of one. */
  at?: number
}

/** A transaction of a block that is being added. */
export type BlockTransaction = {
  id: Id
  tx: ParsedTransaction
  /** It comes from the pool, which has checked all that depends on its bytes and the version alone. */
  fromPool: boolean
}

/**
 * Checks a block's transactions, proofs in one batch.
 *
 * Fee, relay and pool rules do not count: blocks need not keep them.
 *
 * @returns Undefined when all are valid.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::check_tx_inputs,
 *   src/cryptonote_core/tx_verification_utils.cpp ver_non_input_consensus
 */
export type CheckTransactions = (
  transactions: readonly BlockTransaction[],
  view: ChainView,
) => BlockRefusal | undefined

/** A transaction as the pool hands it to a block. */
export type PooledTransaction = {
  id: Id
  /** The whole transaction. */
  blob: Uint8Array
  weight: bigint
  fee: bigint
}

/**
 * What the blockchain asks of the pool.
 *
 * Every call but `reload` comes within a transaction of the driver, whose store the pool writes to.
 * When that transaction fails, `reload` follows: what the pool remembers is to be read anew.
 */
export type BlockchainPool = {
  has(id: Id): boolean
  /** The transaction without removing it. */
  get(id: Id): PooledTransaction | undefined
  /** Removes what a block has taken. @returns Whether it was there. */
  drop(id: Id): boolean
  /**
   * Keeps a transaction that came with an alternative block, `kept_by_block` set, whatever its fee.
   *
   * @returns Why not, when it is not valid at all.
   */
  addFromBlock(tx: ParsedTransaction, id: Id, view: ChainView): Refusal | undefined
  /** Keeps one that a block had, in the same way; its form was found right before. */
  giveBack(tx: ParsedTransaction, id: Id, view: ChainView): void
  /** A block was added or taken off. */
  chainChanged(): void
  /** Forgets what it remembers of the store. */
  reload(): void
}

/** Proof of work of a block. */
export type ProofOfWork = {
  /**
   * @param blob - The block's hashing blob.
   * @param seedHash - Of RandomX, 32 bytes; ignored before version 12.
   * @returns 32 bytes.
   * @throws Error where the host has no memory for it or forbids compiling.
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
  /** Difficulty of every block but the genesis block, instead of the computed one. */
  fixedDifficulty?: bigint
  /** Whether blocks beside the main chain outlast the program. monero --keep-alt-blocks */
  keepAlternatives?: boolean
  /** Weight of all transactions that wait, beyond which the worst paying are dropped; 648 MB. */
  maxPoolWeight?: bigint
}

/** What becomes of a block that was handed in. */
export type BlockOutcome =
  /** It extends the main chain. */
  | { kind: 'added'; height: bigint }
  /** It stands on another block than the tip and does not outweigh the main chain. */
  | { kind: 'alternative'; height: bigint }
  /** Its chain has become the main chain. */
  | { kind: 'reorganised'; height: bigint; splitHeight: bigint }
  /** It is known already, in the main chain or beside it. */
  | { kind: 'known' }
  /** Its parent is unknown; it is not kept. */
  | { kind: 'orphan' }
  /** It breaks a rule. */
  | { kind: 'invalid'; reason: string; badPow?: true; missingTxs?: true }

/** Hears what became of the main chain, once it is kept. */
export type ChainListener = {
  /** A block was added to it, be it by a reorganisation. */
  added(id: Id): void
  /**
   * Another branch took its place; its blocks are told of after this.
   *
   * @param change - `height` of the new chain, `splitHeight` of its first block that is another,
   *   `discarded`: blocks that were there instead.
   */
  reorganised(change: { splitHeight: bigint; height: bigint; discarded: bigint }): void
}
