/**
 * Applies transactions that the user names by id, at any height.
 *
 * @module
 */
import { max, min } from '#protocol/bigint.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { blockId, parseBlock, type ParsedBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { RpcError } from '#protocol/errors.ts'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Addresses } from '../keys/addresses.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { Store } from '../store/store.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { detachBlocks } from '../ledger/detach.ts'
import { requireSupply } from '../ledger/supply-check.ts'
import { LedgerWriter, type LedgerUpdate } from '../ledger/ledger-writer.ts'
import type { OutputFinder } from '../scan/identify-outputs.ts'
import { transactionsPerRequest } from './live/pool-source.ts'
import { readEntry, type PoolTransaction } from './pool.ts'
import { resolveTransaction, type ResolvedTransaction } from '../scan/incoming-transaction.ts'
import type { Pause } from '../scan/scan-outputs.ts'
import { skimOf } from '../scan/skimmed.ts'
import { TransactionScan } from '../scan/transaction-scan.ts'

export type ScanTxParts = {
  ports: Pick<Ports, 'crypto' | 'clock'>
  store: Store
  addresses: Addresses
  chain: BlockIds
  finder: (addresses: OutputFinder['addresses']) => OutputFinder
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
}

/** Blocks per request. */
const blocksPerRequest = 100

/** A transaction from the daemon: in a block, or in its pool. */
type FetchedTransaction = PoolTransaction & {
  height: bigint | undefined
  globalIndices: readonly bigint[]
}

/** Position in its block: 0 is the miner transaction. */
type OrderedTransaction = FetchedTransaction & {
  timestamp: bigint
  version: number
  position: number
}

/**
 * Blocks from the lowest of them on are applied again in order, so that an output that is found late is marked
 * as spent.
 *
 * @param trusted - Whether the daemon may learn which other transactions belong to this wallet.
 * @returns The changes, and the height above the highest of them.
 * @throws {RpcError} UNKNOWN_ERROR when the daemon lacks a transaction, or when a rescan would reveal
 *   other own transactions to an untrusted daemon; InvalidDaemonData, ChainError
 * @see monero src/wallet/wallet2.cpp scan_tx, process_scan_txs, sort_scan_tx_entries
 */
export async function scanTransactions(
  parts: ScanTxParts,
  daemon: Daemon,
  txids: ReadonlySet<string>,
  trusted: boolean,
): Promise<{ entered: LedgerUpdate; above: bigint }> {
  const { chain, store } = parts
  const named = await transactionsOf(parts, daemon, [...txids])
  const heights = named.flatMap(({ height }) => (height === undefined ? [] : [height]))
  const lowest = heights.reduce(min, chain.height)
  const seen = lowest < chain.height ? seenFrom(store, lowest) : []
  const again = seen.filter((txid) => !txids.has(txid))
  if (again.length > 0 && !trusted)
    throw new RpcError(
      'UNKNOWN_ERROR',
      'The wallet has already seen 1 or more recent transactions than the scanned tx. ' +
        'Either connect to a trusted daemon or rescan the chain.',
    )
  const fetched = [...named, ...(await transactionsOf(parts, daemon, again))]
  const placed = await inOrder(parts, daemon, fetched)
  const update = await enter(parts, placed, lowest)
  return { entered: update, above: heights.map((height) => height + 1n).reduce(max, 0n) }
}

/** Ledger transactions in blocks from this height on. Imported outputs are in no block. */
function seenFrom({ outputs, received, sent }: Store, height: bigint): string[] {
  const seen = new Set<string>()
  for (const { txid, height: mined, imported } of outputs.values())
    if (mined >= height && !imported) seen.add(txid)
  for (const { txid, height: mined } of received.values()) if (mined >= height) seen.add(txid)
  for (const { txid, height: mined = -1n } of sent.values()) if (mined >= height) seen.add(txid)
  return [...seen]
}

// Requested whole, so that each can be checked against its id.
async function transactionsOf(
  { ports }: ScanTxParts,
  daemon: Daemon,
  txids: readonly string[],
): Promise<FetchedTransaction[]> {
  const fetched: FetchedTransaction[] = []
  for (let at = 0; at < txids.length; at += transactionsPerRequest) {
    const txs_hashes = txids.slice(at, at + transactionsPerRequest)
    const { txs } = await daemon.json.get_transactions({ txs_hashes, prune: false })
    if (txs.length !== txs_hashes.length)
      throw new RpcError('UNKNOWN_ERROR', 'Failed to get transaction from daemon')
    const asked = new Set(txs_hashes)
    for (const entry of txs) {
      const read = readEntry(entry, asked, ports.crypto.keccak256)
      const height = entry.in_pool ? undefined : entry.block_height
      const globalIndices = entry.in_pool ? [] : entry.output_indices
      requireOfDaemon(
        height === undefined || globalIndices.length === read.tx.outputs.length,
        'output indices of a transaction are not one an output',
      )
      fetched.push({ ...read, height, globalIndices })
    }
  }
  return fetched
}

/** In chain order, pool transactions last. */
async function inOrder(
  parts: ScanTxParts,
  daemon: Daemon,
  fetched: readonly FetchedTransaction[],
): Promise<OrderedTransaction[]> {
  const blocks = await blocksAt(parts, daemon, fetched)
  const now = parts.ports.clock.now()
  const placed = fetched.map((each) => {
    if (each.height === undefined) return { ...each, timestamp: now, version: 0, position: 0 }
    const block = blocks.get(each.height)!
    const { timestamp, majorVersion: version } = block
    return { ...each, timestamp, version, position: positionIn(block, each.txid) }
  })
  const order = ({ height }: FetchedTransaction) => height ?? 2n ** 64n
  return placed.sort((a, b) => {
    if (order(a) !== order(b)) return order(a) < order(b) ? -1 : 1
    return a.position - b.position
  })
}

function positionIn({ minerTx, txHashes }: ParsedBlock, txid: string): number {
  const ids = [transactionId(minerTx), ...txHashes].map((id) => bytesToHex(id))
  const position = ids.indexOf(txid)
  requireOfDaemon(position >= 0, 'a transaction is not in the block that the daemon reports')
  return position
}

async function blocksAt(
  { chain }: ScanTxParts,
  daemon: Daemon,
  fetched: readonly FetchedTransaction[],
) {
  const known = new Map<bigint, ParsedBlock>()
  const wanted = [
    ...new Set(fetched.flatMap(({ height }) => (height === undefined ? [] : [height]))),
  ]
  for (let at = 0; at < wanted.length; at += blocksPerRequest) {
    const heights = wanted.slice(at, at + blocksPerRequest)
    const { blocks } = await daemon.bin.get_blocks_by_height({ heights })
    requireOfDaemon(blocks.length === heights.length, 'other blocks than requested')
    for (const [index, height] of heights.entries()) {
      const block = parseBlock(blocks[index]!.block)
      const id = chain.at(height)
      requireOfDaemon(!id || sameBytes(id, blockId(block)), 'a block is not the one we know')
      known.set(height, block)
    }
  }
  return known
}

// One commit detaches the old entries and writes the new ones.
function enter(
  parts: ScanTxParts,
  placed: readonly OrderedTransaction[],
  lowest: bigint,
): Promise<LedgerUpdate> {
  const { store, addresses, chain, finder, exclusive } = parts
  const { clock } = parts.ports
  return exclusive(async () => {
    const ahead = addresses.ahead()
    const prepared = await prepareAll(finder(ahead), placed, () => clock.sleep(0))
    return store.commit((change) => {
      if (lowest < chain.height) detachBlocks(change, store, lowest)
      const writer = new LedgerWriter(store, change, clock.now())
      for (const [at, tx] of prepared.entries())
        if (placed[at]!.height !== undefined) writer.applyMined(tx)
        else writer.applyPool(tx, placed[at]!.doubleSpendSeen)
      requireSupply(change, store, placed.map(heightAbove).reduce(max, chain.height))
      ahead.stage(change)
      return writer.update
    })
  })
}

const heightAbove = ({ height = -1n }: FetchedTransaction) => height + 1n

async function prepareAll(
  finder: OutputFinder,
  placed: readonly OrderedTransaction[],
  pause: Pause,
): Promise<ResolvedTransaction[]> {
  const prepared: ResolvedTransaction[] = []
  for (const { height = 0n, position, ...incoming } of placed) {
    const coinbase = height > 0n && position === 0
    const scan = new TransactionScan(finder, skimOf(incoming.tx), pause)
    prepared.push(
      await resolveTransaction(finder, { ...incoming, height, coinbase, proved: true }, scan),
    )
  }
  return prepared
}
