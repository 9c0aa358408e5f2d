/**
 * Blocks and transactions of version 16 that keep every rule which no proof is needed for.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { blockId, parseBlock, writeBlock, type Block } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import {
  parseTransaction,
  transactionFee,
  type ParsedTransaction,
  type Transaction,
} from '#protocol/chain/transaction.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { writeTransaction } from '#protocol/chain/write.ts'
import { blockReward } from '#protocol/rules/emission.ts'
import type { AlternativeBlock, BlockchainReads } from '../../../proxy/node/blockchain/types.ts'
import type { Id } from '../../../proxy/node/types.ts'

/** What a block is made otherwise. */
export type Changes = {
  /** Id of another parent than the tip. */
  parent?: Id
  transactions?: readonly ParsedTransaction[]
  header?: Partial<Block>
  minerTx?: (tx: Transaction) => Transaction
  /** Piconero more than are due. */
  extraReward?: bigint
  /** Tells blocks of one parent apart. */
  nonce?: number
}

/** Some 32 bytes. */
const key = (tag: number) => new Uint8Array(32).fill(tag)

/** A block on the tip, or on a parent; valid unless it is changed. */
export function makeBlock(chain: BlockchainReads, changes: Changes = {}) {
  const { transactions = [], header = {}, minerTx = (tx) => tx } = changes
  const prevId = changes.parent ?? chain.topId()
  const place = chain.placeAfter(prevId)!
  const generated = generatedUpTo(chain, prevId)
  const version = chain.forkVersion(place.height)
  const fees = transactions.reduce((sum, tx) => sum + transactionFee(tx), 0n)
  const pooled = transactions.reduce((sum, tx) => sum + BigInt(transactionWeight(tx)), 0n)
  const coinbase = (amount: bigint): Transaction =>
    minerTx({
      version: 2,
      unlockTime: place.height + 60n,
      inputs: [{ kind: 'gen', height: place.height }],
      outputs: [{ amount, key: key(1), viewTag: 2 }],
      extra: Uint8Array.of(1, ...key(3)),
      ringct: { type: 0, fee: 0n, pseudoOutputs: [], ecdh: [], outputCommitments: [] },
    })
  const rewardAt = (block: bigint) =>
    blockReward({ median: chain.weightMedian(), block }, generated, version)!
  const weighed = pooled + BigInt(writeTransaction(coinbase(rewardAt(0n) + fees)).length)
  const paid = rewardAt(weighed) + fees + (changes.extraReward ?? 0n)
  const blob = writeBlock({
    majorVersion: version,
    minorVersion: version,
    nonce: changes.nonce ?? 0,
    timestamp: 1_700_000_000n + place.height,
    prevId: hexToBytes(prevId),
    minerTx: parseTransaction(writeTransaction(coinbase(paid))),
    txHashes: transactions.map((tx) => transactionId(tx)),
    ...header,
  })
  return {
    blob,
    id: bytesToHex(blockId(parseBlock(blob))),
    transactions: transactions.map((tx) => tx.blob),
  }
}

/** Coins made up to a block. Beside the main chain a node counts fees as such, until the branch wins. */
function generatedUpTo(chain: BlockchainReads, id: Id): bigint {
  const made = (at: Id) => chain.infoAt(chain.heightOf(at)!)!.generatedCoins
  if (chain.heightOf(id) !== undefined) return made(id)
  const beside = new Map(chain.alternativeBlocks().map((block) => [block.id, block]))
  const branch: AlternativeBlock[] = []
  let below = id
  for (let link = beside.get(id); link; link = beside.get(below)) {
    branch.unshift(link)
    below = link.prevId
  }
  const median = chain.weightMedian()
  return branch.reduce(
    (coins, { weight, height }) =>
      coins + blockReward({ median, block: weight }, coins, chain.forkVersion(height))!,
    made(below),
  )
}

/**
 * A transaction of version 1 whose signature is none: for chains that do not check transactions.
 *
 * @param tag - Makes its key image another.
 * @param amount - Of an output, below 700.
 */
export function makeTransaction(tag: number, amount = 300n): ParsedTransaction {
  const image = key(0)
  new DataView(image.buffer).setUint32(0, tag)
  return parseTransaction(
    writeTransaction({
      version: 1,
      unlockTime: 0n,
      extra: new Uint8Array(0),
      signatures: [[new Uint8Array(64)]],
      inputs: [{ kind: 'key', amount: 1000n, keyOffsets: [0n], keyImage: image }],
      outputs: [
        { amount, key: image },
        { amount: 300n, key: image },
      ],
    }),
  )
}
