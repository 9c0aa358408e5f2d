/**
 * The interface of the blockchain. `../types.ts` explains the units.
 *
 * @module
 */
import type { BlockOutcome, ChainListener, ChainOutput, ChainView, Id } from '../types.ts'

/** The stored record of a block of the main chain, except its bytes. */
export type BlockInfo = {
  height: bigint
  id: Id
  majorVersion: number
  minorVersion: number
  timestamp: bigint
  prevId: Id
  nonce: number
  difficulty: bigint
  /** Sum over all blocks up to this one; 128 bits. */
  cumulativeDifficulty: bigint
  /** Sum of the outputs of its miner transaction, including fees. */
  reward: bigint
  weight: bigint
  longTermWeight: bigint
  /** Coins of all blocks up to this one, like monerod's `already_generated_coins`. */
  generatedCoins: bigint
  /** Number of transactions, without the miner transaction. */
  txCount: number
  minerTxId: Id
}

/** A block of the main chain or an alternative block, with its bytes. */
export type StoredBlock = {
  blob: Uint8Array
  info: BlockInfo
  /** It is an alternative block. */
  orphan: boolean
}

/** A block outside the main chain. */
export type AlternativeBlock = {
  id: Id
  prevId: Id
  height: bigint
  blob: Uint8Array
  /** 0 if one of its transactions is unknown. */
  weight: bigint
  cumulativeDifficulty: bigint
  generatedCoins: bigint
}

/** The part of a transaction that answers with whole blocks need. */
export type TransactionBody = {
  /** Prefix and RingCT base. */
  pruned: Uint8Array
  /** The rest; empty for a coinbase, undefined if it was pruned. */
  prunable: Uint8Array | undefined
  /** Global index of each output within its amount (0 for RingCT and its coinbases). */
  outputIndices: bigint[]
}

/** A transaction of the main chain, coinbase or not. */
export type StoredTransaction = TransactionBody & {
  id: Id
  /** Hash of `prunable`, even if that is empty; undefined for version 1. */
  prunableHash: Uint8Array | undefined
  height: bigint
}

/** An output as `/get_outs` returns it. */
export type StoredOutput = ChainOutput & {
  txId: Id
  /** Its index among the outputs of the transaction. */
  indexInTx: number
}

/** Votes for a version of the rules. @see monero src/cryptonote_basic/hardfork.cpp get_voting_info */
export type ForkVotes = {
  /** Version of the rules for the next block. */
  version: number
  enabled: boolean
  /** Number of blocks whose votes count. */
  window: number
  votes: number
  threshold: number
  earliestHeight: bigint
  /** The version that our next block votes for. */
  voting: number
}

/** A block with its transactions in order, without the miner transaction. */
export type WholeBlock = {
  height: bigint
  blob: Uint8Array
  /** Global indices of the miner transaction's outputs. */
  minerOutputIndices: bigint[]
  transactions: TransactionBody[]
}

/** The position of a new block above a known one. */
export type ChainPosition = {
  height: bigint
  difficulty: bigint
  /** Its parent is not in the main chain. */
  beside: boolean
  /** Weight of the parent; 0 if one of its transactions is unknown. */
  weight: bigint
  /** Coins of all blocks up to and including the parent. */
  generatedCoins: bigint
  /** The block that seeds its proof of work. */
  seed: { height: bigint; id: Id }
}

export type BlockchainReads = {
  /** Number of blocks, including the genesis block. */
  height(): bigint
  /** The top block. */
  tip(): BlockInfo
  /** Id of the top block; a key for caches. */
  topId(): Id

  infoAt(height: bigint): BlockInfo | undefined
  /** Existing blocks from the first to the last height, both included. */
  infos(first: bigint, last: bigint): BlockInfo[]
  idAt(height: bigint): Id | undefined
  /** Ids from a height on, at most `count`. */
  ids(first: bigint, count: number): Id[]
  /** Height of a block of the main chain. */
  heightOf(id: Id): bigint | undefined
  blobAt(height: bigint): Uint8Array | undefined
  /** A block of the main chain or an alternative block. */
  block(id: Id): StoredBlock | undefined
  /** Whether the block is known: in the main chain, alternative, or invalid. */
  hasBlock(id: Id): boolean
  /**
   * Blocks with their transactions from `first` on, in order.
   *
   * @param options - `prunable`: whether prunable parts are read; `batch`: how many blocks are read at
   *   once.
   */
  wholeBlocks(first: bigint, options?: { prunable?: boolean; batch?: number }): Iterable<WholeBlock>

  transaction(id: Id): StoredTransaction | undefined
  /** Height of the block it is in, cheaper than {@link transaction}. */
  transactionHeight(id: Id): bigint | undefined
  /** Number of transactions in the chain, including coinbases. */
  transactionCount(): bigint

  outputs(amount: bigint, indices: readonly bigint[]): (StoredOutput | undefined)[]
  outputCount(amount: bigint): bigint
  /** Number of outputs of an amount in blocks up to a height. */
  outputCountUpTo(amount: bigint, height: bigint): bigint
  /** Number of outputs of the amount in each block from `first` to `last`, both included. */
  outputsPerBlock(amount: bigint, first: bigint, last: bigint): bigint[]
  /** All amounts that have outputs, ascending, with the number of outputs. */
  outputAmounts(): { amount: bigint; count: bigint }[]
  hasKeyImage(keyImage: Uint8Array): boolean

  /** Version of the rules for the block at `height`. */
  forkVersion(height: bigint): number
  forkVotes(version: number): ForkVotes
  /** Difficulty of the next block. */
  nextDifficulty(): bigint
  /** Twice {@link weightMedian}. */
  weightLimit(): bigint
  /** The effective median that limits the weight of the next block. */
  weightMedian(): bigint
  /** The effective median of the weights of the last 100 000 blocks. */
  longTermMedian(): bigint
  /** Time of the next block, for time locks. */
  adjustedTime(): bigint
  /** Lowest timestamp of the next block; 0 while the chain is short. */
  earliestTimestamp(): bigint
  /** The current state of the chain, for checks of transactions. */
  view(): ChainView
  /** The block that seeds RandomX at a height; undefined if the chain does not have it yet. */
  seed(height: bigint): { height: bigint; id: Id } | undefined
  /** Position of a new block above any known block; undefined for an unknown parent. */
  placeAfter(prevId: Id): ChainPosition | undefined

  /** New coins and fees of `count` blocks from a height on. */
  coinbaseSum(first: bigint, count: bigint): { emission: bigint; fees: bigint }
  /** Alternative blocks, in the order of monero's database. */
  alternativeBlocks(): AlternativeBlock[]
  alternativeBlockCount(): number

  /** Size of the database, in bytes. */
  databaseSize(): bigint
  /** 0 for a chain that is not pruned. */
  pruningSeed(): number
}

type BlockchainWrites = {
  /**
   * Adds a block above any known block, and reorganises if its chain has more work.
   *
   * @param blob - The block.
   * @param transactions - Its transactions, not pruned, that may be missing in the pool.
   */
  addBlock(blob: Uint8Array, transactions?: readonly Uint8Array[]): Promise<BlockOutcome>
  /**
   * Removes the newest blocks, never the genesis block. Their transactions return to the pool.
   *
   * @returns The new height.
   */
  popBlocks(count: bigint): bigint
  /** Removes all invalid blocks from memory, so that they are checked again. */
  forgetInvalid(): void
  /** Drops prunable data outside the kept stripe. @returns The pruning seed. */
  prune(): number
  /** Reports changes from now on. */
  listen(listener: ChainListener): void
}

export type Blockchain = BlockchainReads & BlockchainWrites
