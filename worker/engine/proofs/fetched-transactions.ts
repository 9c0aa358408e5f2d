/**
 * Fetches the transactions of proofs from the daemon: each must hash to the requested id.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import type { ParsedTransaction } from '#protocol/chain/transaction.ts'
import { badProof } from '#protocol/proofs/pieces.ts'
import { InvalidDaemonData } from '../base/daemon-errors.ts'
import { transactionsPerRequest } from '../sync/live/pool-source.ts'
import {
  isPruned,
  readTransactionEntry,
  type TransactionEntry,
} from '../download/transaction-entry.ts'
import {
  sameError,
  requestDaemon,
  statusErrors,
  type RequestErrors,
  type ProofSource,
} from './proof-requests.ts'

export type FetchedTransaction = {
  txid: string
  tx: ParsedTransaction
  /** According to the daemon, without proof. */
  inPool: boolean
  /** Number of blocks from its own to the top one; 0 in the pool. According to the daemon. */
  confirmations: bigint
}

export type FetchOptions = {
  /** With its signatures. */
  whole?: boolean
  /** Error texts. */
  words?: FetchErrors
}

/** The reference's messages for a failed transaction request. */
export type FetchErrors = RequestErrors & {
  /** The daemon does not have the transaction. */
  missing: string
  unreadable: string
}

const missing = 'Failed to get transaction from daemon'
const defaultErrors: FetchErrors = {
  ...sameError(missing),
  missing,
  unreadable: 'Failed to parse transaction from daemon',
}

/**
 * For calls where the reference first requests the daemon's version. @see monero wallet2.cpp
 * check_connection
 */
export const connectionErrors = (address: string): FetchErrors => ({
  ...defaultErrors,
  unreachable: `Failed to connect to daemon: ${address}`,
})

/** For spend proofs. */
export const spendProofErrors: FetchErrors = {
  ...statusErrors('gettransactions'),
  missing: 'daemon returned wrong response for gettransactions, wrong txs count = 0, expected 1',
  unreadable: 'Failed to get tx from daemon',
}

/**
 * @throws {RpcError} UNKNOWN_ERROR when the daemon does not have it, fails, or sends a wrong
 *   transaction.
 */
export async function fetchTransaction(
  source: ProofSource,
  txid: string,
  how: FetchOptions = {},
): Promise<FetchedTransaction> {
  return (await fetchTransactions(source, [txid], how)).get(txid)!
}

/** @param txids - Distinct, in lower case. @returns All of them. @throws As {@link fetchTransaction}. */
export async function fetchTransactions(
  source: ProofSource,
  txids: readonly string[],
  { whole = false, words = defaultErrors }: FetchOptions = {},
): Promise<ReadonlyMap<string, FetchedTransaction>> {
  const fetched = new Map<string, FetchedTransaction>()
  for (let at = 0; at < txids.length; at += transactionsPerRequest) {
    const asked = txids.slice(at, at + transactionsPerRequest)
    for (const entry of await entriesOf(source, asked, whole, words)) {
      const { txid, tx } = readable(source, entry, words)
      const { in_pool: inPool, confirmations } = entry
      fetched.set(txid, { txid, tx, inPool, confirmations: inPool ? 0n : confirmations })
    }
  }
  if (txids.some((txid) => !fetched.has(txid)))
    throw badProof('Failed to get the right transaction from daemon')
  return fetched
}

// The id of version 1 covers the whole transaction: a pruned one is requested again.
async function entriesOf(source: ProofSource, txids: string[], whole: boolean, words: FetchErrors) {
  const entries = await ask(source, txids, !whole, words)
  if (whole || !entries.some((entry) => isPruned(entry) && /^01/.test(entry.pruned_as_hex)))
    return entries
  return ask(source, txids, false, words)
}

async function ask(
  source: ProofSource,
  txs_hashes: string[],
  prune: boolean,
  words: FetchErrors,
): Promise<TransactionEntry[]> {
  const { txs } = await requestDaemon(
    source,
    ({ json }) => json.get_transactions({ txs_hashes, prune }),
    words,
  )
  if (txs.length !== txs_hashes.length) throw badProof(words.missing)
  return txs
}

function readable({ ports: { crypto } }: ProofSource, entry: TransactionEntry, words: FetchErrors) {
  try {
    return readTransactionEntry(entry, (data) => crypto.keccak256(data))
  } catch (error) {
    if (error instanceof ChainError || error instanceof InvalidDaemonData)
      throw badProof(words.unreadable)
    throw error
  }
}
