/**
 * Which refreshes read the scan feed instead of blocks.
 *
 * A feed is used where the daemon has one, and at least a day of blocks is missing. A wallet whose spend key is locked
 * away reads blocks: it recognises spends by ring members, which a feed does not have.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import { InvalidFeed } from '#protocol/feed/feed-index.ts'
import { InvalidDaemonData } from '../../base/daemon-errors.ts'
import type { Daemon } from '../../base/ports.ts'
import type { FeedComparison } from '../../download/feed-agreement.ts'
import type { CheckedChunk, FeedDownload } from '../../download/feed-download.ts'
import type { OwnKeyImages } from '../../ledger/own-key-images.ts'
import type { ReadFeed } from './read-feed.ts'
import type { ScanParts } from './scan-chunk.ts'
import type { SyncParts } from '../sync-parts.ts'
import { isSpendKeyAway } from '../unknown-spends.ts'

type FeedParts = Pick<
  SyncParts,
  'store' | 'addresses' | 'daemonName' | 'scanFeed' | 'feedKind' | 'comparedFeed'
> & {
  ports: Pick<
    SyncParts['ports'],
    'log' | 'random' | 'feedCache' | 'feedDigests' | 'sha256' | 'pinnedBlocks'
  >
}

/** Rows of a feed are false. What was read from it must be removed. */
export class FalseFeed extends InvalidDaemonData {
  /** Height of the first block that the refresh read from it. */
  readonly from: bigint

  constructor(problem: string, from: bigint) {
    super(`${problem}. The scan feed of this server is not used any more: refresh again`)
    this.from = from
  }
}

/** The feed of one refresh. */
export type RefreshFeed = {
  /**
   * The chunk with the block at a height, compared with random blocks; undefined where blocks are to be requested.
   *
   * @throws FalseFeed; RpcError for rules that are newer than this wallet; as a request for blocks.
   */
  chunkWith(height: bigint, parts: ScanParts): Promise<FeedDownload | undefined>
  /**
   * Refuses the feed, if the error says that rows of it, or what follows it, do not fit.
   *
   * @returns The error to throw.
   */
  refused(error: unknown): unknown
}

/**
 * How a wallet uses the feed of a daemon. `off`: not at all; `unasked`: it was not asked for yet; `absent`: the daemon
 * has none of the missing blocks; `read`: blocks came from it; `refused`: it is false, see `problem`.
 *
 * `comparison`: set for `read`: with what its chunks were compared by the last refresh that read some.
 */
export type FeedReport = {
  use: 'off' | 'unasked' | 'absent' | 'read' | 'refused'
  problem?: string
  comparison?: FeedComparison
}

/** The feeds of an open wallet. */
export class FeedUse {
  readonly #parts: FeedParts
  readonly #keyImages: OwnKeyImages
  readonly #known = new WeakMap<Daemon, FeedReport>()
  /** Why feeds were not compared. Each is logged once. */
  readonly #noted = new Set<string>()

  constructor(parts: FeedParts, keyImages: OwnKeyImages) {
    this.#parts = parts
    this.#keyImages = keyImages
  }

  /** What is known of the feed of a daemon. Requests nothing. */
  reportOf(daemon: Daemon | undefined): FeedReport {
    const { store, scanFeed } = this.#parts
    if (isSpendKeyAway(store) || scanFeed() === undefined) return { use: 'off' }
    return (daemon && this.#known.get(daemon)) ?? { use: 'unasked' }
  }

  of(daemon: Daemon): RefreshFeed {
    let opened: Promise<ReadFeed | undefined> | undefined
    /** Height of the first block that was read from it. */
    let from: bigint | undefined
    const refused = (error: unknown) => {
      if (from === undefined || !isFalse(error)) return error
      this.#refuse(daemon, error)
      return error instanceof FalseFeed ? error : new FalseFeed(problemOf(error), from)
    }
    return {
      refused,
      chunkWith: async (height, parts) => {
        // A refresh that began with the feed reads it to its end.
        if (from === undefined && !this.#isDue(parts.daemonHeight - height)) return undefined
        if (!daemon.feedFile || !this.#isUsed(daemon)) return undefined
        let chunk: CheckedChunk | undefined
        let feed: ReadFeed | undefined
        try {
          feed = await (opened ??= this.#open(daemon, parts))
          chunk = await feed?.chunkWith(height, parts)
        } catch (error) {
          if (!isFalse(error)) throw error
          // Blocks continue from here. They refuse what was read before, if they do not follow it.
          this.#refuse(daemon, error)
        }
        if (!feed || !chunk) {
          if (!this.#known.has(daemon)) this.#report(daemon, { use: 'absent' })
          return undefined
        }
        from ??= height
        const { store, addresses } = this.#parts
        const own = { store, addresses, keyImages: this.#keyImages }
        const blocks = await feed.blocksOf(chunk, height, own, parts).catch((error: unknown) => {
          throw refused(error)
        })
        this.#report(daemon, { use: 'read', comparison: feed.comparison })
        return blocks
      },
    }
  }

  /** Code that only wallets with a feed need is loaded with the first one. */
  async #open(daemon: Daemon, { network }: ScanParts): Promise<ReadFeed | undefined> {
    const { ReadFeed } = await import('./read-feed.ts')
    const { ports, feedKind, daemonName, comparedFeed } = this.#parts
    const pinnedHeight = ports.pinnedBlocks.heightOf(network)
    const compared = {
      server: daemonName(daemon),
      second: comparedFeed(),
      note: (problem: string) => this.#note(problem),
    }
    return ReadFeed.open({ daemon, network, kind: feedKind(), pinnedHeight }, compared, ports)
  }

  #note(problem: string) {
    if (this.#noted.has(problem)) return
    this.#noted.add(problem)
    this.#parts.ports.log('warning', problem)
  }

  #isDue(missing: bigint): boolean {
    const least = this.#parts.scanFeed()
    return least !== undefined && missing >= BigInt(least)
  }

  #isUsed(daemon: Daemon): boolean {
    return !isSpendKeyAway(this.#parts.store) && this.#known.get(daemon)?.use !== 'refused'
  }

  /** A chunk may arrive after the feed was refused for an earlier one: a refusal stays. */
  #report(daemon: Daemon, report: FeedReport) {
    if (this.#known.get(daemon)?.use !== 'refused') this.#known.set(daemon, report)
  }

  #refuse(daemon: Daemon, error: Error) {
    const { ports, daemonName } = this.#parts
    const problem = problemOf(error)
    this.#known.set(daemon, { use: 'refused', problem })
    ports.log('warning', `scan feed of ${daemonName(daemon)}: ${problem}. Blocks are read instead`)
  }
}

const isFalse = (error: unknown): error is Error =>
  [InvalidFeed, ChainError, InvalidDaemonData].some((kind) => error instanceof kind)

const problemOf = (error: Error): string =>
  error instanceof InvalidDaemonData ? error.problem : error.message
