/**
 * The scan feed of a daemon while a refresh reads it. Loaded on demand.
 *
 * Scan rows do not have what ids of blocks are computed from: nothing shows that a block with a payment belongs to the
 * chain. On mainnet, the program contains the ids of all old blocks, and scan rows are read up to there. The money of
 * other networks is worth nothing.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import { blocksPerGroup } from '#protocol/checkpoints/pinned-history.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Daemon, Ports } from '../../base/ports.ts'
import {
  FeedAgreement,
  type AgreementSources,
  type FeedComparison,
} from '../../download/feed-agreement.ts'
import { Feed } from '../../download/feed.ts'
import {
  FeedDownload,
  readCheckedChunk,
  type CheckedChunk,
  type ChunkBytes,
  type ChunkParts,
} from '../../download/feed-download.ts'
import type { RandomBytes } from '#wasm/types.ts'
import { FeedAudit } from './feed-audit.ts'
import { completeScanChunk, type OwnParts, type ScanParts } from './scan-chunk.ts'

type FeedSource = {
  daemon: Daemon
  network: Network
  /** Of the chunks to read. */
  kind: FeedKind
  /** Blocks below have ids that the program contains. */
  pinnedHeight: bigint
}

export class ReadFeed {
  readonly #source: FeedSource
  readonly #feed: Feed
  readonly #agreement: FeedAgreement
  readonly #random: RandomBytes
  #audit: FeedAudit | undefined
  /** The chunk from a height on, which is requested while the one before is scanned. */
  #next: RequestedChunk | undefined

  private constructor(
    source: FeedSource,
    feed: Feed,
    agreement: FeedAgreement,
    random: RandomBytes,
  ) {
    this.#source = source
    this.#feed = feed
    this.#agreement = agreement
    this.#random = random
  }

  /**
   * @param compared - The second server, and what is noted of it.
   * @returns Undefined where the daemon has none. @throws InvalidFeed
   */
  static async open(
    source: FeedSource,
    compared: Omit<AgreementSources, 'network' | 'release'>,
    {
      random,
      feedCache,
      feedDigests,
      sha256,
    }: Pick<Ports, 'random' | 'feedCache' | 'feedDigests' | 'sha256'>,
  ): Promise<ReadFeed | undefined> {
    const { daemon, network } = source
    const release = async () => feedDigests?.(network)
    const agreement = new FeedAgreement({ ...compared, network, release })
    const feed = await Feed.open(daemon, network, { cache: await feedCache?.(), sha256 }, agreement)
    return feed && new ReadFeed(source, feed, agreement, random)
  }

  /** With what the chunks that were read are compared. */
  get comparison(): FeedComparison {
    return this.#agreement.comparison
  }

  /**
   * The chunk with the block at a height; undefined where the feed does not have the block.
   *
   * @throws InvalidFeed, and as {@link readCheckedChunk}.
   */
  async chunkWith(height: bigint, parts: ChunkParts): Promise<CheckedChunk | undefined> {
    const { first, end } = this.#feed
    if (height < first || height >= end) return undefined
    const { kind, chunk } = this.#next?.height === height ? this.#next : this.#request(height)
    this.#next = undefined
    const read = await readCheckedChunk(await chunk, kind, parts)
    const next = read.first + read.blocks
    // The next complete chunk is requested while this one is applied.
    if (kind === 'scan' && next < end) this.#next = this.#request(next)
    return read
  }

  /**
   * The blocks of a chunk, when enough of them are compared with blocks whose transactions hash to their ids.
   *
   * @param from - First height that the refresh needs.
   * @throws InvalidDaemonData where rows are false; as {@link FeedAudit.compare} and {@link completeScanChunk}.
   */
  async blocksOf(
    chunk: CheckedChunk,
    from: bigint,
    own: OwnParts,
    parts: ScanParts,
  ): Promise<FeedDownload> {
    const { daemon } = this.#source
    if (chunk.kind === 'scan') {
      const scanFrom = max(from, parts.scanFrom)
      return completeScanChunk(chunk, daemon, own, { ...parts, scanFrom })
    }
    // The blocks to compare are chosen with the first complete chunk.
    this.#audit ??= new FeedAudit(this.#random, from, this.#feed.end)
    await this.#audit.compare(daemon, chunk.slices, parts.crypto)
    return new FeedDownload(chunk, chunk.slices, parts.daemonHeight)
  }

  #request(height: bigint): RequestedChunk {
    const { kind: wanted, network, pinnedHeight } = this.#source
    // Pins bind blocks in whole groups. Of those above the last group, they bind only blocks that follow each other.
    const bound = pinnedHeight - (pinnedHeight % blocksPerGroup)
    const isBound = network !== 'mainnet' || this.#feed.chunkEnd(height) <= bound
    const kind = isBound ? wanted : 'complete'
    const chunk = this.#feed.chunkWith(height, kind)
    // A failure is reported where the chunk is used.
    chunk.catch(() => undefined)
    return { height, kind, chunk }
  }
}

type RequestedChunk = { height: bigint; kind: FeedKind; chunk: Promise<ChunkBytes> }
