/**
 * The interface of the blockchain. `../types.ts` explains the units.
 *
 * @module
 */
import type { BlockOutcome, ChainOutput, ChainView, Id } from '../types.ts'

/** What is stored of a block of the main chain, except its bytes. */
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

/** A block beside the main chain. */
export type AlternativeBlock = {
  id: Id
  prevId: Id
  height: bigint
  blob: Uint8Array
  /** 0 where a transaction of it is unknown. */
  weight: bigint
  cumulativeDifficulty: bigint
  generatedCoins: bigint
}

/** A transaction of the main chain as blocks are given with it. */
export type TransactionBody = {
  /** Prefix and RingCT base. */
  pruned: Uint8Array
  /** The rest; empty for a coinbase, undefined where it was pruned away. */
  prunable: Uint8Array | undefined
  /** Global index of each output, by the output's amount (0 for RingCT, coinbase too). */
  outputIndices: bigint[]
}

/** A transaction of the main chain, coinbase or not. */
export type StoredTransaction = TransactionBody & {
  id: Id
  /** Hash of `prunable`, also of an empty one; undefined for version 1. */
  prunableHash: Uint8Array | undefined
  height: bigint
}

/** An output as `/get_outs` tells it. */
export type StoredOutput = ChainOutput & {
  txId: Id
  /** Its place among the transaction's outputs. */
  indexInTx: number
}

/** Votes for a version of the rules. @see monero src/cryptonote_basic/hardfork.cpp get_voting_info */
export type ForkVotes = {
  /** Of the rules of the next block. */
  version: number
  enabled: boolean
  /** Blocks whose votes count. */
  window: number
  votes: number
  threshold: number
  earliestHeight: bigint
  /** The version that the next block of ours votes for. */
  voting: number
}

/** A block with its transactions, in the order of the block, without the miner's. */
export type WholeBlock = {
  height: bigint
  blob: Uint8Array
  /** Of the miner transaction's outputs. */
  minerOutputIndices: bigint[]
  transactions: TransactionBody[]
}

/** Where a block that stands on a known one would come. */
export type ChainPosition = {
  height: bigint
  difficulty: bigint
  /** Its parent is not in the main chain. */
  beside: boolean
  /** Of the parent; 0 where a transaction of it is unknown. */
  weight: bigint
  /** Coins made up to and with the parent. */
  generatedCoins: bigint
  /** The block that seeds its proof of work. */
  seed: { height: bigint; id: Id }
}

export type BlockchainReads = {
  /** Blocks, the genesis block counted. */
  height(): bigint
  /** The top block. */
  tip(): BlockInfo
  /** Changes whenever the tip does; for caches. */
  topId(): Id

  infoAt(height: bigint): BlockInfo | undefined
  /** From the first up to the last height, both included; only those that exist. */
  infos(first: bigint, last: bigint): BlockInfo[]
  idAt(height: bigint): Id | undefined
  /** Ids from a height on, at most `count`. */
  ids(first: bigint, count: number): Id[]
  /** Of a block of the main chain. */
  heightOf(id: Id): bigint | undefined
  blobAt(height: bigint): Uint8Array | undefined
  /** Of the main chain or beside it. */
  block(id: Id): StoredBlock | undefined
  /** Whether it came before: it is in the main chain or beside it, or was found invalid. */
  hasBlock(id: Id): boolean
  /**
   * Blocks with their transactions from `first` on, one after the other.
   *
   * @param options - Whether `prunable` parts are read, undefined in the answer otherwise; and how many
   *   blocks are read at once.
   */
  wholeBlocks(first: bigint, options?: { prunable?: boolean; batch?: number }): Iterable<WholeBlock>

  transaction(id: Id): StoredTransaction | undefined
  /** Height of the block it is in, cheaper than {@link transaction}. */
  transactionHeight(id: Id): bigint | undefined
  /** Transactions of the chain, coinbases counted. */
  transactionCount(): bigint

  outputs(amount: bigint, indices: readonly bigint[]): (StoredOutput | undefined)[]
  outputCount(amount: bigint): bigint
  /** How many outputs of an amount blocks up to a height hold. */
  outputCountUpTo(amount: bigint, height: bigint): bigint
  /** Outputs of the amount made by each block from `first` up to `last`, both included. */
  outputsPerBlock(amount: bigint, first: bigint, last: bigint): bigint[]
  /** Every amount that there are outputs of, with their number, ascending. */
  outputAmounts(): { amount: bigint; count: bigint }[]
  hasKeyImage(keyImage: Uint8Array): boolean

  /** Of the rules that the block at `height` obeys; of the next block for heights to come. */
  forkVersion(height: bigint): number
  forkVotes(version: number): ForkVotes
  /** Difficulty of the next block. */
  nextDifficulty(): bigint
  /** Twice {@link weightMedian}. */
  weightLimit(): bigint
  /** The effective median weight that the next block is held against. */
  weightMedian(): bigint
  /** Effective, of the weights of the last 100 000 blocks. */
  longTermMedian(): bigint
  /** Time of the next block as time locks see it. */
  adjustedTime(): bigint
  /** The least timestamp that the next block may carry; 0 while the chain is short. */
  earliestTimestamp(): bigint
  /** What checks of transactions see of the chain now. */
  view(): ChainView
  /** The block that seeds RandomX at a height; undefined when the chain does not have it yet. */
  seed(height: bigint): { height: bigint; id: Id } | undefined
  /** Of a new block with this parent, on the main chain or beside it; undefined for an unknown one. */
  placeAfter(prevId: Id): ChainPosition | undefined

  /** Coins made and fees paid by `count` blocks from a height on. */
  coinbaseSum(first: bigint, count: bigint): { emission: bigint; fees: bigint }
  /** In the order of monero's database. */
  alternativeBlocks(): AlternativeBlock[]
  alternativeBlockCount(): number

  /** What the database takes up, in bytes. */
  databaseSize(): bigint
  /** 0 when nothing was pruned. */
  pruningSeed(): number
}

type BlockchainWrites = {
  /**
   * Adds a block, on the tip or beside it, and reorganises when its chain has more work.
   *
   * @param blob - The block.
   * @param transactions - Those of its transactions that the pool may not have, whole.
   */
  addBlock(blob: Uint8Array, transactions?: readonly Uint8Array[]): Promise<BlockOutcome>
  /**
   * Takes off the newest blocks, never the genesis block; their transactions go back to the pool.
   *
   * @returns The new height.
   */
  popBlocks(count: bigint): bigint
  /** Forgets which blocks were found invalid: they are looked at again. */
  forgetInvalid(): void
  /** Drops prunable data outside the stripe. @returns The pruning seed. */
  prune(): number
}

export type Blockchain = BlockchainReads & BlockchainWrites
