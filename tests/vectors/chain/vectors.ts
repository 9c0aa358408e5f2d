/**
 * Recorded results of real Monero programs for real bytes. README.md describes each recording.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A transaction and what monerod answers about it; `as_json` as its `json`. */
export type TransactionVector = {
  name: string
  id: string
  hex: string
  json: unknown
  weight?: number
  /** Of the private chain alone, below. */
  pruned_hex?: string
  prunable_hash?: string
  fee?: number
  priority?: number
  fees?: number[]
  quantization_mask?: number
  /** Of a few: what the members of each input's ring are. */
  rings?: { key: string; commitment: string }[][]
}

type BlockVector = {
  blob: string
  miner_tx_hash: string
  header: {
    hash: string
    height: number
    reward: number
    block_weight: number
    long_term_weight: number
    major_version: number
    num_txes: number
  }
  json: unknown
}

type Regtest = {
  transactions: TransactionVector[]
  blocks: BlockVector[]
  template: { blockhashing_blob: string; blocktemplate_blob: string }
}

// Every number in them is below 2^53: these chains are young.
const load = (name: string): unknown =>
  JSON.parse(readFileSync(join('tests/vectors/chain', name), 'utf8'))

/** A private chain of monerod's with transfers of every shape. */
export const regtest = load('regtest.json') as Regtest

/** RingCT of every type, and version 1. */
export const historic = load('historic.json') as TransactionVector[]

/** All transactions, by what they are. */
export const transactions: [name: string, vector: TransactionVector][] = [
  ...regtest.transactions,
  ...historic,
].map((vector) => [vector.name, vector])

/** The bytes of the named transaction. */
export const bytesOf = (name: string): Uint8Array =>
  hexToBytes(transactions.find(([known]) => known === name)![1].hex)
