/**
 * Checks a store for damage before it is used.
 *
 * SQLite reports broken pages. These checks compare the tables with each other, and all bytes of the
 * newest blocks with their ids.
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

/** Number of newest blocks whose bytes are checked at every start. */
const checkedBlocks = 100

/** @throws StoreError naming the damage. */
export function checkStore({ store, crypto }: Pick<BlockchainPorts, 'store' | 'crypto'>): void {
  const top = store.blocks.top()
  if (!top) throw damaged('it has no blocks')
  const counts: [string, number, number][] = [
    ['blocks', store.rows('blocks'), Number(top.height) + 1],
    ['transactions', store.rows('transactions'), top.firstTx + top.txCount],
    ['outputs', store.outputs.count(0n), top.rctOutputs],
  ]
  for (const [what, found, expected] of counts)
    if (found !== expected) throw damaged(`${what}: expected ${expected}, got ${found}`)
  if (store.blocks.idAt(0) !== bytesToHex(blockId(genesisBlock(store.network))))
    throw new StoreError(`the store does not start with the genesis block of ${store.network}`)
  const from = Math.max(0, Number(top.height) - checkedBlocks)
  checkNewest(store, from, Number(top.height))
  checkContents(store, crypto, from)
  checkAlternatives(store)
}

/** The value that `read` returns; undefined for bytes that cannot be parsed. */
export function parseStored<T>(read: () => T): T | undefined {
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
    const block = parseStored(() => parseBlock(blob))
    if (!block || !isOf(record, block) || (below && record.prevId !== below.id))
      throw damaged(`the bytes of block ${record.height} do not match its id`)
    below = record
  }
}

const isOf = ({ id, txCount, prevId }: BlockRecord, block: ParsedBlock) =>
  bytesToHex(blockId(block)) === id &&
  block.txHashes.length === txCount &&
  bytesToHex(block.prevId) === prevId

/** Checks transactions by their ids, and their key images and outputs in the other tables. */
function checkContents(store: ChainStore, crypto: Crypto, from: number) {
  for (const { height, blob, minerOutputIndices } of wholeBlocks(store, from, {
    prunable: false,
  })) {
    const { minerTx, txHashes } = parseBlock(blob)
    const minerId = bytesToHex(transactionId(minerTx, undefined, crypto.keccak256))
    checkOutputs(store, { tx: minerTx, id: minerId, height }, minerOutputIndices)
    for (const id of txHashes.map(bytesToHex)) {
      const stored = store.transactions.get(id)
      const tx = stored && parseStored(() => parseChecked(stored, id, crypto))
      if (!tx) throw damaged(`the bytes of a transaction of block ${height} do not match its id`)
      for (const input of tx.inputs)
        if (input.kind === 'key' && !store.transactions.hasKeyImage(input.keyImage))
          throw damaged(`a key image of block ${height} is missing`)
      checkOutputs(store, { tx, id, height }, stored.outputIndices)
    }
  }
}

/**
 * The transaction, if its bytes have this id. A pruned transaction of version 1 cannot be checked, and
 * is returned as it is.
 */
function parseChecked(stored: StoredTransaction, id: Id, { keccak256 }: Crypto) {
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
    if (!isSame) throw damaged(`an output of block ${height} differs from the stored one`)
  })
}

function checkAlternatives({ alternatives }: ChainStore) {
  for (const { id, blob } of alternatives.all()) {
    const block = parseStored(() => parseBlock(blob))
    if (!block || bytesToHex(blockId(block)) !== id)
      throw damaged('the bytes of an alternative block do not match its id')
  }
}
