/**
 * In what the answers of a monerod 0.18.0.0 and of a node of our own over the same chain differ: by
 * name, and nothing else.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { blockHashingBlob, parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { ChainError } from '#protocol/chain/reader.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { readEpee } from '#protocol/epee/epee.ts'
import type { Case } from './scene-cases.ts'
import type { Answer } from '../network/http-client.ts'
import { masked, read } from './ask-both-daemons.ts'

/** The machine, the program, when it was started, what its clock says. */
const program = [
  'free_space',
  'database_size',
  'version',
  'rpc_connections_count',
  'start_time',
  'adjusted_time',
]

/** Flags that newer nodes send, and one that older ones sent. */
const newFlags = ['tx_extra_too_big', 'nonzero_unlock_time', 'sanity_check_failed', 'not_rct']

/** Fields that differ, by call. */
const differing: { readonly [call: string]: readonly string[] } = {
  get_info: program,
  '/get_info': program,
  // Newer: the version of the RPC, and fields added since.
  get_version: ['version', 'current_height', 'hard_forks'],
  submit_block: ['block_id'],
  '/get_blocks.bin': ['daemon_time', 'pool_info_extent'],
  '/send_raw_transaction': [...newFlags, 'too_few_outputs'],
  // Newer defaults.
  '/get_limit': ['limit_down', 'limit_up'],
  '/set_limit': ['limit_down', 'limit_up'],
  // When a transaction came, by the clock of each.
  '/get_transactions': ['received_timestamp'],
  '/get_transaction_pool': ['receive_time', 'last_relayed_time'],
  '/get_transaction_pool_stats': ['oldest', 'histo', 'histo_98pc', 'num_10m'],
  // Seconds that are left.
  get_bans: ['seconds'],
  banned: ['seconds'],
  // Bytes that peers sent are 0 here and there.
  '/get_net_stats': ['start_time'],
  // There is no payment for RPC calls.
  rpc_access_tracking: ['data'],
}

type Fields = { [name: string]: unknown }

/**
 * A transaction that was not right at some tip: newer nodes try it again at every tip, and the reference
 * keeps how far it came in its rings.
 *
 * @see monero src/cryptonote_core/tx_pool.cpp tx_memory_pool::is_transaction_ready_to_go
 */
function withoutTrials(transaction: Fields): Fields {
  const { last_failed_height, last_failed_id_hash: _id, ...rest } = transaction
  if (last_failed_height === 0) return transaction
  const { max_used_block_height: _height, max_used_block_id_hash: _hash, ...others } = rest
  return { ...others, failed: true }
}

/** Answers of which a part differs inside of a field. */
const reshaped: { readonly [call: string]: (result: Fields) => Fields } = {
  '/get_transaction_pool': ({ transactions, ...rest }) => ({
    ...rest,
    ...(transactions ? { transactions: (transactions as Fields[]).map(withoutTrials) } : {}),
  }),
  // The reference keeps them in a hash table.
  get_alternate_chains: ({ chains, ...rest }) => ({
    ...rest,
    ...(chains ? { chains: byText(chains as Fields[], 'block_hash') } : {}),
  }),
  // Seconds in the pool.
  get_txpool_backlog: ({ backlog, ...rest }) => ({
    ...rest,
    backlog: backlog && weightsAndFees(Buffer.from(backlog as string, 'latin1')),
  }),
  get_block_template: ({ blocktemplate_blob, blockhashing_blob, ...rest }) => ({
    ...rest,
    ...(blocktemplate_blob
      ? templateOf(blocktemplate_blob as string, blockhashing_blob as string)
      : {}),
  }),
}

const byText = (list: readonly Fields[], name: string) =>
  list.toSorted((a, b) => ((a[name] as string) < (b[name] as string) ? -1 : 1))

function weightsAndFees(packed: Uint8Array) {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.length)
  return Array.from({ length: packed.length / 24 }, (_, at) => ({
    weight: view.getBigUint64(24 * at, true),
    fee: view.getBigUint64(24 * at + 8, true),
  }))
}

/** A block to mine without its time and without the keys of its miner, new each time. */
function templateOf(hex: string, hashing: string) {
  const block = parseBlock(hexToBytes(hex))
  const { timestamp: _, minerTx, blob: _blob, ...header } = block
  const { unlockTime, inputs, outputs, extra } = minerTx
  return {
    ...header,
    miner: {
      unlockTime,
      inputs,
      amounts: outputs.map(({ amount }) => amount),
      extra: extra.length,
    },
    isHashed: hashing === bytesToHex(blockHashingBlob(block)),
  }
}

/** An answer as a value that is the same of both. */
export function comparable(one: Case, answer: Answer): unknown {
  if (answer.status !== 200) return { httpStatus: answer.status }
  const value = read(one, answer) as Fields
  const call = one.aliasOf ?? one.call
  const reshape = reshaped[call]
  const result = value.result as Fields | undefined
  const shaped = !reshape
    ? value
    : one.call.startsWith('/')
      ? reshape(value)
      : { ...value, ...(result ? { result: reshape(result) } : {}) }
  return masked(shaped, [...(differing[call] ?? []), ...(one.volatile ?? [])])
}

type Whole = { block: Uint8Array; txs?: unknown[] }

/**
 * Whether an answer holds whole transactions that are not those its blocks name. A pruned monerod reads them
 * one after the other, from one that it has on: for what is gone it gives the proofs of a later one.
 *
 * @see monero src/blockchain_db/lmdb/db_lmdb.cpp get_blocks_from
 */
export function isGarbled({ call, aliasOf = call }: Case, { status, bytes }: Answer): boolean {
  if (aliasOf !== '/get_blocks.bin' || status !== 200) return false
  const { blocks = [] } = readEpee(bytes) as { blocks?: Whole[] }
  return blocks.some(({ block, txs = [] }) => {
    const { txHashes } = parseBlock(block)
    return txs.some((blob, at) => blob instanceof Uint8Array && !hasId(blob, txHashes[at]!))
  })
}

function hasId(blob: Uint8Array, id: Uint8Array): boolean {
  try {
    return bytesToHex(transactionId(parseTransaction(blob))) === bytesToHex(id)
  } catch (error) {
    if (error instanceof ChainError) return false
    throw error
  }
}

/** Names of an answer's fields in the order of its text; monero's readers need not care, its callers might. */
export function namesInOrder(one: Case, answer: Answer): string[] {
  // Lists that differ have names that do.
  if (one.call.endsWith('.bin') || differing[one.call]?.includes('data')) return []
  return [...answer.text().matchAll(/"([a-z_0-9]+)": ?/g)].map(([, name]) => name!)
}

/** Those of one list that the other has too. */
export const known = (names: readonly string[], other: readonly string[]): string[] => {
  const others = new Set(other)
  return names.filter((name) => others.has(name))
}
