/**
 * The scan feed of a daemon while a refresh reads it. Loaded on demand.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Daemon, Ports } from '../../base/ports.ts'
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

type FeedSource = { daemon: Daemon; network: Network; kind: FeedKind }

export class ReadFeed {
  readonly #source: FeedSource
  readonly #feed: Feed
  readonly #random: RandomBytes
  #audit: FeedAudit | undefined
  /** The chunk from a height on, which is requested while the one before is scanned. */
  #next: { height: bigint; chunk: Promise<ChunkBytes> } | undefined

  private constructor(source: FeedSource, feed: Feed, random: RandomBytes) {
    this.#source = source
    this.#feed = feed
    this.#random = random
  }

  /** @param kind - Of the chunks to read. @returns Undefined where the daemon has none. @throws InvalidFeed */
  static async open(
    source: FeedSource,
    { random, feedCache }: Pick<Ports, 'random' | 'feedCache'>,
  ): Promise<ReadFeed | undefined> {
    const { daemon, network } = source
    const feed = await Feed.open(daemon, network, await feedCache?.())
    return feed && new ReadFeed(source, feed, random)
  }

  /**
   * The chunk with the block at a height; undefined where the feed does not have the block.
   *
   * @throws InvalidFeed, and as {@link readCheckedChunk}.
   */
  async chunkWith(height: bigint, parts: ChunkParts): Promise<CheckedChunk | undefined> {
    const { first, end } = this.#feed
    const { kind } = this.#source
    if (height < first || height >= end) return undefined
    const { chunk } = this.#next?.height === height ? this.#next : this.#request(height)
    this.#next = undefined
    const read = await readCheckedChunk(await chunk, kind, parts)
    const next = read.first + read.blocks
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
    const { daemon, kind } = this.#source
    if (kind === 'scan') {
      const scanFrom = max(from, parts.scanFrom)
      return completeScanChunk(chunk, daemon, own, { ...parts, scanFrom })
    }
    // The blocks to compare are chosen with the first chunk.
    this.#audit ??= new FeedAudit(this.#random, from, this.#feed.end)
    await this.#audit.compare(daemon, chunk.slices, parts.crypto)
    return new FeedDownload(chunk, chunk.slices, parts.daemonHeight)
  }

  #request(height: bigint) {
    const chunk = this.#feed.chunkWith(height, this.#source.kind)
    // A failure is reported where the chunk is used.
    chunk.catch(() => undefined)
    return { height, chunk }
  }
}
