/**
 * What happens to a store before it is used: its first block, and a look whether it holds together.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import type { BlockRecord } from '../../stores/blocks.ts'
import type { ChainStore } from '../../stores/chain-store.ts'
import { StoreError } from '../../stores/schema.ts'
import { genesisBlock } from './genesis.ts'
import { addOutputs } from './main-chain.ts'
import { paidOut } from './miner-tx.ts'
import type { BlockchainPorts } from './state.ts'

/** Newest blocks whose bytes are read at every start. */
const looked = 100

/** Gives an empty store its first block, which is valid by being what it is. */
export function putGenesis({ store, crypto }: Pick<BlockchainPorts, 'store' | 'crypto'>): void {
  if (store.blocks.top()) return
  const block = genesisBlock(store.network)
  const { minerTx } = block
  const minerTxId = bytesToHex(transactionId(minerTx, undefined, crypto.keccak256))
  const weight = BigInt(minerTx.blob.length)
  store.driver.transaction(() => {
    const outputs = addOutputs({ store, crypto }, minerTx, minerTxId, 0)
    store.blocks.add(
      {
        ...{ height: 0n, id: bytesToHex(blockId(block)), prevId: bytesToHex(block.prevId) },
        ...{ majorVersion: block.majorVersion, minorVersion: block.minorVersion },
        ...{ timestamp: block.timestamp, nonce: block.nonce },
        ...{ difficulty: 1n, cumulativeDifficulty: 1n, weight, longTermWeight: weight },
        ...{ generatedCoins: paidOut(minerTx), reward: paidOut(minerTx), fees: 0n },
        ...{ firstTx: 0, txCount: 0, rctOutputs: 0, minerTxId, minerOutputs: outputs.map(BigInt) },
      },
      block.blob,
    )
  })
}

/**
 * Whether tables agree with each other, and the newest blocks with their bytes.
 *
 * @throws StoreError naming what does not.
 */
export function checkStore({ store }: Pick<BlockchainPorts, 'store'>): void {
  const top = store.blocks.top()
  if (!top) throw new StoreError('the store is damaged: it has no block')
  const counts: [string, number, number][] = [
    ['blocks', store.rows('blocks'), Number(top.height) + 1],
    ['transactions', store.rows('transactions'), top.firstTx + top.txCount],
    ['outputs', store.outputs.count(0n), top.rctOutputs],
  ]
  for (const [what, found, expected] of counts)
    if (found !== expected)
      throw new StoreError(`the store is damaged: ${found} ${what} instead of ${expected}`)
  if (store.blocks.idAt(0) !== bytesToHex(blockId(genesisBlock(store.network))))
    throw new StoreError(`the store does not begin with the first block of ${store.network}`)
  checkNewest(store, Number(top.height))
}

function checkNewest(store: ChainStore, top: number) {
  let below: BlockRecord | undefined
  for (const { record, blob } of store.blocks.rangeWithBlobs(Math.max(0, top - looked), top)) {
    if (idOf(blob) !== record.id || (below && record.prevId !== below.id) || !has(blob, record))
      throw new StoreError(`the store is damaged: block ${record.height} is not what it was`)
    below = record
  }
}

const has = (blob: Uint8Array, { txCount, prevId }: BlockRecord) => {
  const block = parseBlock(blob)
  return block.txHashes.length === txCount && bytesToHex(block.prevId) === prevId
}

function idOf(blob: Uint8Array): string | undefined {
  try {
    return bytesToHex(blockId(parseBlock(blob)))
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}
