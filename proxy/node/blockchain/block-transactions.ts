/**
 * The transactions of an incoming block: finds and checks them, and returns them to the pool if the
 * block is refused.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Block } from '#protocol/chain/block.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import {
  parseTransaction,
  transactionFee,
  type ParsedTransaction,
} from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import type { BlockTransaction } from '../types.ts'
import { InvalidBlock, type IncomingBlock, type ChainState } from './chain-state.ts'
import { viewOf } from './chain-view.ts'

/** A transaction of a block, with its weight and its fee. */
export type MeasuredTransaction = BlockTransaction & { weight: bigint; fee: bigint }

/**
 * Finds the transactions of a block in the pool and among those that arrived with it, and checks them.
 *
 * @param then - Called with the transactions.
 * @throws InvalidBlock naming the transactions that were taken from the pool.
 * @see monero src/cryptonote_core/blockchain.cpp Blockchain::handle_block_to_main_chain
 */
export function withTransactions<T>(
  state: ChainState,
  incoming: IncomingBlock,
  then: (transactions: readonly MeasuredTransaction[]) => T,
): T {
  const gathered: MeasuredTransaction[] = []
  try {
    for (const hash of incoming.block.txHashes)
      gathered.push(find(state, incoming, bytesToHex(hash)))
    check(state, incoming, gathered)
    return then(gathered)
  } catch (error) {
    if (error instanceof InvalidBlock) error.taken = gathered.filter(({ fromPool }) => fromPool)
    throw error
  }
}

function find(
  { store, ports }: ChainState,
  { supplement }: IncomingBlock,
  id: string,
): MeasuredTransaction {
  if (store.transactions.heightOf(id) !== undefined)
    throw new InvalidBlock(`transaction ${id} is already in the chain`)
  const pooled = ports.pool.get(id)
  if (pooled) {
    const { weight, fee } = pooled
    return { id, tx: parseTransaction(pooled.blob), fromPool: true, weight, fee }
  }
  const tx = supplement.get(id)
  if (!tx) throw new InvalidBlock(`transaction ${id} is unknown`, { missingTxs: true })
  return { id, tx, fromPool: false, ...sums(tx) }
}

function sums(tx: ParsedTransaction) {
  try {
    return { weight: BigInt(transactionWeight(tx)), fee: transactionFee(tx) }
  } catch (error) {
    if (error instanceof ChainError) throw new InvalidBlock(error.message)
    throw error
  }
}

function check(state: ChainState, { id }: IncomingBlock, gathered: MeasuredTransaction[]) {
  const refusal = state.ports.check(gathered, viewOf(state))
  if (!refusal) return
  const { at = -1, reason } = refusal
  if (at >= 0) state.invalid.add(id)
  // Monero takes and checks one at a time, so the transactions after the invalid one are not taken.
  gathered.splice(at + 1)
  throw new InvalidBlock(`invalid transaction: ${reason}`)
}

/** The store never accepts a key image twice, independent of the other checks. */
export function checkKeyImages(
  { store }: ChainState,
  transactions: readonly MeasuredTransaction[],
): void {
  const seen = new Set<string>()
  for (const image of transactions.flatMap(({ tx }) => keyImages(tx))) {
    const hex = bytesToHex(image)
    if (seen.has(hex) || store.transactions.hasKeyImage(image))
      throw new InvalidBlock(`key image ${hex} is spent twice`)
    seen.add(hex)
  }
}

export const keyImages = ({ inputs }: ParsedTransaction) =>
  inputs.flatMap((input) => (input.kind === 'key' ? [input.keyImage] : []))

/**
 * Returns the transactions that a refused block took from the pool. They count as kept by a block, so
 * they expire later.
 *
 * @param below - Valid blocks below it that were refused together with it.
 * @see monero src/cryptonote_core/blockchain.cpp handle_block_to_main_chain return_txs_to_pool,
 *   pop_block_from_blockchain
 */
export function giveBack(
  state: ChainState,
  refused: InvalidBlock,
  below: readonly IncomingBlock[] = [],
): void {
  const { pool } = state.ports
  const taken = [...below.flatMap(({ block }) => pooled(state, block)), ...refused.taken]
  state.touch()
  for (const { id, tx } of taken) {
    // The main chain may contain it.
    if (pool.drop(id)) pool.giveBack(tx, id, viewOf(state))
  }
}

const pooled = ({ ports }: ChainState, { txHashes }: Block) =>
  txHashes.flatMap((hash) => {
    const known = ports.pool.get(bytesToHex(hash))
    return known ? [{ id: known.id, tx: parseTransaction(known.blob) }] : []
  })
