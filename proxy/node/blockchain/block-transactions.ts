/**
 * The transactions of a block on its way in: where they come from, whether the block may have them,
 * and what becomes of them when it is refused.
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

/** A transaction of a block with what the block's sums need of it. */
export type MeasuredTransaction = BlockTransaction & { weight: bigint; fee: bigint }

/**
 * Looks for the transactions of a block in the pool and among those that came with it, and checks
 * them.
 *
 * @param then - Goes on with them.
 * @throws InvalidBlock that says which were taken from the pool by then.
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
    throw new InvalidBlock(`transaction ${id} is in the chain already`)
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
  // Monero takes and checks them one by one: it comes to none behind the wrong one.
  gathered.splice(at + 1)
  throw new InvalidBlock(`a transaction is not valid: ${reason}`)
}

/** Whatever the checks say, the store takes no key image twice. */
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
 * What a refused block took from the pool comes back to it as from a block, and waits longer than it
 * would have; so does what those below it took, where all of them are refused together.
 *
 * @param below - Blocks that were sound.
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
    // The chain that stays may have it.
    if (pool.drop(id)) pool.giveBack(tx, id, viewOf(state))
  }
}

const pooled = ({ ports }: ChainState, { txHashes }: Block) =>
  txHashes.flatMap((hash) => {
    const known = ports.pool.get(bytesToHex(hash))
    return known ? [{ id: known.id, tx: parseTransaction(known.blob) }] : []
  })
