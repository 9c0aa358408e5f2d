/**
 * A look whether a store holds together, before it is used.
 *
 * SQLite tells of broken pages; what stands in them is held against itself here: tables against each
 * other, and of the newest blocks every byte against the ids that follow from them.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import { blockId, parseBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { parseTransaction, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { Crypto } from '#wasm/types.ts'
import type { BlockRecord } from '../../stores/blocks.ts'
import type { ChainStore } from '../../stores/chain-store.ts'
import { damaged, StoreError } from '../../stores/schema.ts'
import type { Id } from '../types.ts'
import { genesisBlock } from './genesis.ts'
import type { BlockchainPorts } from './chain-state.ts'
import type { StoredTransaction } from './types.ts'
import { wholeBlocks } from './whole-blocks.ts'

/** Newest blocks whose bytes are read at every start. */
const looked = 100

/** @throws StoreError naming what is not as it was. */
export function checkStore({ store, crypto }: Pick<BlockchainPorts, 'store' | 'crypto'>): void {
  const top = store.blocks.top()
  if (!top) throw damaged('it has no block')
  const counts: [string, number, number][] = [
    ['blocks', store.rows('blocks'), Number(top.height) + 1],
    ['transactions', store.rows('transactions'), top.firstTx + top.txCount],
    ['outputs', store.outputs.count(0n), top.rctOutputs],
  ]
  for (const [what, found, expected] of counts)
    if (found !== expected) throw damaged(`${found} ${what} instead of ${expected}`)
  if (store.blocks.idAt(0) !== bytesToHex(blockId(genesisBlock(store.network))))
    throw new StoreError(`the store does not begin with the first block of ${store.network}`)
  const from = Math.max(0, Number(top.height) - looked)
  checkNewest(store, from, Number(top.height))
  checkContents(store, crypto, from)
  checkAlternatives(store)
}

export /** What `read` makes of bytes that were understood once; undefined where they are not any more. */
function understood<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

function checkNewest(store: ChainStore, from: number, top: number) {
  let below: BlockRecord | undefined
  for (const { record, blob } of store.blocks.rangeWithBlobs(from, top)) {
    const block = understood(() => parseBlock(blob))
    if (!block || !isOf(record, block) || (below && record.prevId !== below.id))
      throw damaged(`block ${record.height} is not what it was`)
    below = record
  }
}

const isOf = ({ id, txCount, prevId }: BlockRecord, block: ParsedBlock) =>
  bytesToHex(blockId(block)) === id &&
  block.txHashes.length === txCount &&
  bytesToHex(block.prevId) === prevId

/** Transactions by their ids, and what other tables have of them. */
function checkContents(store: ChainStore, crypto: Crypto, from: number) {
  for (const { height, blob, minerOutputIndices } of wholeBlocks(store, from, {
    prunable: false,
  })) {
    const { minerTx, txHashes } = parseBlock(blob)
    const minerId = bytesToHex(transactionId(minerTx, undefined, crypto.keccak256))
    checkOutputs(store, { tx: minerTx, id: minerId, height }, minerOutputIndices)
    for (const id of txHashes.map(bytesToHex)) {
      const stored = store.transactions.get(id)
      const tx = stored && understood(() => sound(stored, id, crypto))
      if (!tx) throw damaged(`a transaction of block ${height} is not what it was`)
      for (const input of tx.inputs)
        if (input.kind === 'key' && !store.transactions.hasKeyImage(input.keyImage))
          throw damaged(`a key image of block ${height} is missing`)
      checkOutputs(store, { tx, id, height }, stored.outputIndices)
    }
  }
}

/**
 * A transaction that has this id; undefined for another. Without its prunable part, where that was
 * dropped, nobody can tell of one of version 1.
 */
function sound(stored: StoredTransaction, id: Id, { keccak256 }: Crypto) {
  const { pruned, prunable = new Uint8Array(), prunableHash } = stored
  const isPruned = stored.prunable === undefined
  const bytes = new Uint8Array(pruned.length + prunable.length)
  bytes.set(pruned)
  bytes.set(prunable, pruned.length)
  const tx = parseTransaction(bytes, { pruned: isPruned })
  if (isPruned && tx.version === 1) return tx
  return bytesToHex(transactionId(tx, prunableHash, keccak256)) === id ? tx : undefined
}

type Placed = { tx: ParsedTransaction; id: Id; height: bigint }

function checkOutputs(store: ChainStore, { tx, id, height }: Placed, indices: readonly bigint[]) {
  tx.outputs.forEach(({ amount, key }, place) => {
    const stored = store.outputs.get(tx.version === 1 ? amount : 0n, indices[place] ?? -1n)
    const isSame =
      stored?.txId === id &&
      stored.indexInTx === place &&
      stored.height === height &&
      sameBytes(stored.key, key)
    if (!isSame) throw damaged(`an output of block ${height} is not what it was`)
  })
}

function checkAlternatives({ alternatives }: ChainStore) {
  for (const { id, blob } of alternatives.all()) {
    const block = understood(() => parseBlock(blob))
    if (!block || bytesToHex(blockId(block)) !== id)
      throw damaged('a block beside the chain is not what it was')
  }
}
