/**
 * Writes the messages of the publisher: the name of a topic, a colon, and JSON.
 *
 * @module
 * @see monero src/rpc/zmq_pub.cpp zmq_pub::send_chain_main, send_miner_data, send_txpool_add
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { blockId, type Block } from '#protocol/chain/block.ts'
import { publishedBlock, publishedTransaction } from '#protocol/chain/published.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { isCoinbase, transactionFee, type ParsedTransaction } from '#protocol/chain/transaction.ts'
import type { rpc } from '#protocol/daemon/calls.ts'
import type { Value } from '#protocol/fields.ts'
import { stringifyJson } from '#protocol/json/json.ts'
import type { Crypto } from '#wasm/types.ts'
import { Subscriptions, type Topic } from './topics.ts'

/** Sends a message to all clients that have subscribed to its beginning. */
type SendMessage = (message: string) => void

export type MinerData = Omit<Value<typeof rpc.get_miner_data.result>, 'status' | 'untrusted'>

/** A transaction that entered the pool. */
type PublishedTransaction = { id: string; tx: ParsedTransaction; weight: bigint }

/** Writes messages for topics that a client has subscribed to, and nothing for others. */
export class Publisher {
  readonly subscriptions = new Subscriptions()
  readonly #crypto: Crypto
  readonly #send: SendMessage

  constructor(crypto: Crypto, send: SendMessage) {
    this.#crypto = crypto
    this.#send = send
  }

  /** A block that was added to the main chain. */
  block(height: bigint, block: Block): void {
    this.#publish('json-full-chain_main', () => [publishedBlock(block)])
    this.#publish('json-minimal-chain_main', () => ({
      first_height: height,
      first_prev_id: bytesToHex(block.prevId),
      ids: [bytesToHex(blockId(block, this.#crypto.keccak256, this.#crypto.keccak256Parts))],
    }))
  }

  /** Data for the block above a new top block. */
  minerData(data: MinerData): void {
    this.#publish('json-full-miner_data', () => ({
      major_version: data.major_version,
      height: data.height,
      prev_id: data.prev_id,
      seed_hash: data.seed_hash,
      difficulty: data.difficulty,
      median_weight: data.median_weight,
      already_generated_coins: data.already_generated_coins,
      tx_backlog: data.tx_backlog.map(({ id, weight, fee }) => ({ id, weight, fee })),
    }))
  }

  /** @throws ChainError for an output commitment that is not a point. */
  transaction({ id, tx, weight }: PublishedTransaction): void {
    this.#publish('json-full-txpool_add', () => [publishedTransaction(tx, this.#eighths(tx))])
    this.#publish('json-minimal-txpool_add', () => [
      { id, blob_size: tx.blob.length, weight, fee: transactionFee(tx) },
    ])
  }

  #publish(topic: Topic, value: () => unknown): void {
    if (this.subscriptions.includes(topic)) this.#send(`${topic}:${stringifyJson(value())}`)
  }

  /** @see monero src/cryptonote_basic/cryptonote_format_utils.cpp expand_transaction_1 */
  #eighths(tx: ParsedTransaction): Uint8Array[] {
    const { ringct } = tx
    // Types 1 and 2 have Borromean range proofs.
    if (!ringct || ringct.type < 3 || isCoinbase(tx)) return []
    const eighth = this.#crypto.scalarInvert(Uint8Array.of(8, ...new Uint8Array(31)))
    return ringct.outputCommitments.map((commitment) => {
      const point = this.#crypto.multiply(eighth, commitment)
      if (!point) throw new ChainError('output commitment', 'expected a point')
      return point
    })
  }
}
