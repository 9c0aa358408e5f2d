/**
 * A feed in its files, and the builder that keeps it up with a node.
 *
 * @module
 */
import type { Network } from '#protocol/address.ts'
import type { PinnedHistory } from '#protocol/checkpoints/pinned-history.ts'
import { chunkBlocks } from '#protocol/feed/chunk.ts'
import { InvalidFeed } from '#protocol/feed/feed-index.ts'
import type { Crypto } from '#wasm/types.ts'
import { clearCommitment } from '../node/blockchain/clear-commitment.ts'
import type { ProofOfWork } from '../node/types.ts'
import type { UpstreamNode } from '../upstream/node.ts'
import { ChunkChecks } from './chunk-checks.ts'
import { FeedBuilder, type FeedEvent } from './feed-builder.ts'
import type { FeedFiles } from './feed-files.ts'
import { StoredFeed } from './stored-feed.ts'
import { WholeBlocks } from './whole-blocks.ts'

export type FeedSource = {
  node: UpstreamNode
  /** Aborts the call under way. */
  signal: AbortSignal
  crypto: Pick<Crypto, 'keccak256' | 'keccak256Parts' | 'commit'>
  loadPins: (network: Network) => Promise<PinnedHistory>
  /** Without it, work of blocks is not checked. */
  pow?: ProofOfWork
  report: (event: FeedEvent) => void
  /** A new feed begins with the chunk of this block. */
  fromHeight?: number
  /** Blocks of a chunk. Tests have smaller ones. */
  size?: number
  /** Blocks below the tip that a chunk waits for. */
  depth?: number
}

type FeedPorts = {
  files: FeedFiles
  /** A random number from 0 to below `limit`. */
  random: (limit: number) => number
  /** Called after each block, so that a program can answer requests in between. */
  pause?: () => Promise<void>
}

export type OpenFeed = { feed: StoredFeed; builder: FeedBuilder }

/**
 * Opens a feed, or begins one.
 *
 * @throws InvalidFeed if the files are those of another feed.
 * @throws FeedError, and the errors of calls.
 */
export async function openFeed(
  task: FeedSource,
  { files, random, pause }: FeedPorts,
): Promise<OpenFeed> {
  const { node, signal, pow, report, fromHeight = 0, size = chunkBlocks, depth } = task
  const { keccak256, keccak256Parts: keccakParts } = task.crypto
  const keccak = (data: Uint8Array) => keccak256(data)
  const source = new WholeBlocks({ node, signal, keccak, keccakParts, ...(pause && { pause }) })
  const network = await source.network()
  const first = fromHeight - (fromHeight % size)
  const feed = await StoredFeed.open(files, { network, first, blocks: size })
  if (task.fromHeight !== undefined && feed.heightOf(0) !== first)
    throw new InvalidFeed(`the feed begins at block ${feed.heightOf(0)}, not at ${first}`)
  const pins = await task.loadPins(network)
  const checks = new ChunkChecks({
    network,
    source,
    keccak,
    keccakParts,
    pins,
    ...(pow && { pow }),
    random,
  })
  const builder = new FeedBuilder({
    source,
    feed,
    checks,
    keccak,
    keccakParts,
    clearCommitment: (amount) => clearCommitment(task.crypto, amount),
    report,
    ...(depth !== undefined && { depth }),
  })
  return { feed, builder }
}
