/**
 * The scan feed of a daemon while a refresh reads it. Loaded on demand.
 *
 * @module
 */
import type { Network } from '#protocol/rules/forks.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { Daemon, Ports } from '../../base/ports.ts'
import { FeedDownload, type ChunkParts } from '../../download/feed-download.ts'
import { Feed } from '../../download/feed.ts'
import { FeedAudit } from './feed-audit.ts'

export class ReadFeed {
  readonly #daemon: Daemon
  readonly #feed: Feed
  readonly #random: RandomBytes
  #audit: FeedAudit | undefined

  private constructor(daemon: Daemon, feed: Feed, random: RandomBytes) {
    this.#daemon = daemon
    this.#feed = feed
    this.#random = random
  }

  /** @returns Undefined where the daemon has none. @throws InvalidFeed */
  static async open(
    daemon: Daemon,
    network: Network,
    { random, feedCache }: Pick<Ports, 'random' | 'feedCache'>,
  ): Promise<ReadFeed | undefined> {
    const feed = await Feed.open(daemon, network, await feedCache?.())
    return feed && new ReadFeed(daemon, feed, random)
  }

  /**
   * The chunk with the block at a height; undefined where the feed does not have the block.
   *
   * @throws InvalidFeed, and as {@link FeedDownload.read}.
   */
  async chunkWith(height: bigint, parts: ChunkParts): Promise<FeedDownload | undefined> {
    const { first, end } = this.#feed
    if (height < first || height >= end) return undefined
    return FeedDownload.read(await this.#feed.chunkWith(height), parts)
  }

  /**
   * Compares random blocks of a chunk with whole blocks.
   *
   * @param from - First height that the refresh needs: the blocks to compare are chosen with its first chunk.
   * @throws As {@link FeedAudit.compare}.
   */
  async compare({ slices }: FeedDownload, from: bigint, crypto: Crypto): Promise<void> {
    this.#audit ??= new FeedAudit(this.#random, from, this.#feed.end)
    await this.#audit.compare(this.#daemon, slices, crypto)
  }
}
