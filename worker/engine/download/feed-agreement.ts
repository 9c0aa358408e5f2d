/**
 * Compares the digests of a scan feed with those of this release and of a second server, before a chunk is read.
 *
 * A chunk is a function of the chain, so that honest sources have the same digests. The release is asked first: what it
 * has needs no second server. Of that server only `index.json` is requested, and lists that differ from the feed's.
 *
 * @module
 * @see docs/scan-feed.md
 */
import { releaseDigestOf, type FeedDigests } from '#protocol/checkpoints/feed-digests.ts'
import { indexName, InvalidFeed, type FeedFile } from '#protocol/feed/feed-index.ts'
import type { FeedKind } from '#protocol/feed/row.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { FeedServer } from '../base/ports.ts'
import { FeedChunks, type ChunkPlace } from './feed-chunks.ts'
import { hasDigest, indexOf } from './feed-files.ts'

export type AgreementSources = {
  network: Network
  /** Address of the server of the feed; empty for the server that a page came from. */
  server: string
  /** The digests that this release has of the network. Rejects where they cannot be loaded. */
  release: () => Promise<FeedDigests | undefined>
  /** Undefined where none was chosen. */
  second: FeedServer | undefined
  /** Receives why something could not be compared. */
  note: (problem: string) => void
}

/** With what the chunks that were read are compared. Heights are above the last block. */
export type FeedComparison = {
  /** They have the digests of this release up to this height. */
  releaseTo?: bigint
  /** A second server has the same digests up to this height. */
  second?: { name: string; sameTo?: bigint; problem?: string }
}

/** Two sources have different chunks: one of them is false. The message names both, and is evidence. */
export class FeedDisagreement extends InvalidFeed {
  override name = 'FeedDisagreement'
}

export class FeedAgreement {
  readonly #sources: AgreementSources
  #release: Promise<FeedDigests | undefined> | undefined
  #theirs: Promise<FeedChunks | undefined> | undefined
  #releaseTo: bigint | undefined
  #sameTo: bigint | undefined
  #problem: string | undefined

  constructor(sources: AgreementSources) {
    this.#sources = sources
  }

  /** What was compared until now. */
  get comparison(): FeedComparison {
    const { second } = this.#sources
    const [releaseTo, sameTo, problem] = [this.#releaseTo, this.#sameTo, this.#problem]
    return {
      ...(releaseTo !== undefined && { releaseTo }),
      ...(second &&
        this.#theirs && {
          second: {
            name: second.name,
            ...(sameTo !== undefined && { sameTo }),
            ...(problem !== undefined && { problem }),
          },
        }),
    }
  }

  /**
   * Compares the chunk with the block at a height.
   *
   * @returns Whether another source has the same.
   * @throws FeedDisagreement if another source has other bytes; InvalidFeed if a list of the feed itself is false.
   */
  async compare(ours: FeedChunks, height: bigint, kind: FeedKind): Promise<boolean> {
    const chunk = await ours.at(height)
    return (await this.#isInRelease(chunk, kind)) || this.#isAtSecond(ours, { height, chunk, kind })
  }

  async #isInRelease(chunk: ChunkPlace, kind: FeedKind): Promise<boolean> {
    this.#release ??= this.#sources.release().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'no reason given'
      this.#sources.note(`the digests of this release are not compared: ${reason}`)
      return undefined
    })
    const release = await this.#release
    const expected = kind === 'complete' && release ? releaseDigestOf(release, chunk) : undefined
    if (expected === undefined) return false
    const { digest } = chunk.files[kind]
    if (digest !== expected) throw this.#disagree(chunk, kind, `this release has ${expected}`)
    this.#releaseTo = endOf(chunk)
    return true
  }

  async #isAtSecond(
    ours: FeedChunks,
    { height, chunk, kind }: { height: bigint; chunk: ChunkPlace; kind: FeedKind },
  ): Promise<boolean> {
    const { second } = this.#sources
    if (!second) return false
    const theirs = await (this.#theirs ??= this.#open(second, ours))
    if (!theirs) return false
    if (!theirs.has(height)) {
      this.#fail(second, `it has the blocks from ${theirs.first} to ${theirs.end - 1n} only`)
      return false
    }
    const list = ours.listWith(height)
    if (list === undefined || list !== theirs.listWith(height)) {
      const file = await this.#fileOf(second, theirs, height, kind)
      if (!file) return false
      if (!isSameFile(file, chunk.files[kind]))
        throw this.#disagree(chunk, kind, `${second.name} has ${described(file)}`)
    }
    this.#sameTo = endOf(chunk)
    return true
  }

  /** The chunks of the second server; undefined where it has none to compare. */
  async #open(second: FeedServer, ours: FeedChunks): Promise<FeedChunks | undefined> {
    const { network, server } = this.#sources
    if (second.isSame(server)) {
      this.#fail(second, 'it is the server of the scan feed itself')
      return undefined
    }
    const index = await second.file(indexName)
    try {
      if (!index) throw new InvalidFeed('it sent no index of a scan feed')
      const theirs = new FeedChunks(indexOf(index, [network]), async (name, digest) => {
        const bytes = await second.file(name)
        if (bytes && hasDigest(bytes, digest)) return bytes
        throw new InvalidFeed(`${name} is missing, or has another digest`)
      })
      if (theirs.blocks === ours.blocks) return theirs
      throw new InvalidFeed(`expected chunks of ${ours.blocks} blocks, got ${theirs.blocks}`)
    } catch (error) {
      this.#failBy(second, error)
      return undefined
    }
  }

  async #fileOf(
    second: FeedServer,
    theirs: FeedChunks,
    height: bigint,
    kind: FeedKind,
  ): Promise<FeedFile | undefined> {
    try {
      return (await theirs.at(height)).files[kind]
    } catch (error) {
      this.#failBy(second, error)
      // The chunks after this one do not wait for it again.
      this.#theirs = Promise.resolve(undefined)
      return undefined
    }
  }

  #failBy(second: FeedServer, error: unknown) {
    if (!(error instanceof InvalidFeed)) throw error
    this.#fail(second, error.message)
  }

  #fail({ name }: FeedServer, problem: string) {
    if (this.#problem === problem) return
    this.#problem = problem
    this.#sources.note(`the scan feed of ${name} is not compared: ${problem}`)
  }

  #disagree({ first, files }: ChunkPlace, kind: FeedKind, other: string): FeedDisagreement {
    const { server } = this.#sources
    const name = server === '' ? 'the server of this page' : server
    return new FeedDisagreement(
      `the ${kind} chunk from block ${first}: ${name} has ${described(files[kind])}, ${other}`,
    )
  }
}

const endOf = ({ first, blocks }: ChunkPlace) => BigInt(first + blocks)

const isSameFile = (one: FeedFile, other: FeedFile) =>
  one.digest === other.digest && one.bytes === other.bytes

const described = ({ digest, bytes }: FeedFile) => `${digest} of ${bytes} bytes`
