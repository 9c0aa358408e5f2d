/**
 * Requests blocks. Each answer must continue the known chain.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import type { Network } from '#protocol/rules/forks.ts'
import type { Clock, Daemon } from '../base/ports.ts'
import { BlockDownload } from './block-download.ts'
import type { BlockWork } from '#protocol/rules/difficulty.ts'
import { anchoredWork, historyHeights, type BlockIds } from '../ledger/block-ids.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import { HeaderRules, usableTime } from '../scan/header-rules.ts'
import type { Hashing } from '../scan/read-piece.ts'
import { idIn, topOf, type Slice } from '../scan/slice.ts'
import type { AnchorRecord } from '../store/records.ts'

/** The chain as far as its ids are known. */
export type KnownChain = Pick<BlockIds, 'genesis' | 'height' | 'first' | 'at' | 'timeAt' | 'workAt'>

/** A chain without its blocks from `height` on. */
export const chainBelow = (chain: KnownChain, height: bigint): KnownChain => ({
  genesis: chain.genesis,
  height,
  first: chain.first,
  at: (each) => (each < height ? chain.at(each) : undefined),
  timeAt: (each) => (each < height ? chain.timeAt(each) : undefined),
  workAt: (each) => (each < height ? chain.workAt(each) : undefined),
})

/** The daemon to query, and the parts that read its answer. */
export type BlockSource = {
  daemon: Daemon
  crypto: Hashing
  clock: Clock
  /** The network whose rules apply: `fakechain` for a private chain. */
  network: Network
  /** Whether to request transactions without the proofs, which a wallet does not read. */
  prune: boolean
  /** Blocks to request; as many as the daemon sends by default. monerod 0.18.0.0 ignores it. */
  most?: bigint
  /** Receives every answer as soon as it begins to arrive. */
  onDownload: (download: BlockDownload) => void
}

/** Requests blocks from a height on, without a known block before. */
export async function downloadFrom(
  source: BlockSource,
  chain: KnownChain,
  height: bigint,
): Promise<BlockDownload> {
  // In a request, height 0 means that the ids decide.
  if (height === 0n) return downloadAfter(source, chainBelow(chain, 1n))
  const download = await startDownload(source, chain, [chain.genesis], height)
  const first = await download.at(0)
  requireOfDaemon(first?.height === height, `it does not begin at block ${height}`)
  return download
}

/**
 * Requests the blocks after the last common block of daemon and wallet. The first returned block is the
 * common one.
 *
 * @returns No blocks when both have the same top block.
 */
export async function downloadAfter(
  source: BlockSource,
  chain: KnownChain,
): Promise<BlockDownload> {
  const known = historyHeights(chain.height, chain.first).map((height) => chain.at(height)!)
  const { height: ourHeight } = chain
  const download = await startDownload(source, chain, [...known, chain.genesis], 0n)
  const first = await download.at(0)
  if (!first) {
    const { currentHeight } = await download.end
    requireOfDaemon(currentHeight === ourHeight, 'it holds no blocks')
    return download
  }
  const ours = chain.at(first.height)
  requireOfDaemon(
    ours !== undefined && sameBytes(ours, idIn(first, 0)),
    'it does not begin at a block we know',
  )
  return download
}

async function startDownload(
  { daemon, crypto, clock, network, prune, most, onDownload: began }: BlockSource,
  chain: KnownChain,
  block_ids: Uint8Array[],
  start_height: bigint,
): Promise<BlockDownload> {
  const params = {
    block_ids,
    start_height,
    prune,
    ...(most !== undefined && { max_block_count: most }),
  }
  const timeAt = (height: bigint) => chain.timeAt(height)
  const now = usableTime(clock.now(), chain.timeAt(chain.height - 1n))
  const rules = new HeaderRules({ network, now, timeAt })
  const download = new BlockDownload(await daemon.blocksArriving(params), rules, crypto, clock)
  began(download)
  return download
}

/** What is known of the work of a slice. */
export type SliceWork = {
  /** Of each block; undefined where it is not known. */
  difficulties: readonly (bigint | undefined)[]
  /** The blocks before the first of these difficulties, where the wallet does not have them yet. */
  anchor: AnchorRecord | undefined
}

type DownloadedPart = SliceWork & {
  from: bigint
  to: bigint
  ids: Uint8Array
  times: Float64Array
}

/** The chain with downloaded slices that are not applied yet. The next request uses its ids. */
export class DownloadedChain implements KnownChain {
  readonly #chain: KnownChain
  readonly #parts: DownloadedPart[] = []

  constructor(chain: KnownChain) {
    this.#chain = chain
  }

  /** Adds the next slice. */
  add(slice: Slice, work: SliceWork): void {
    this.#parts.push({
      from: slice.height,
      to: topOf(slice),
      ids: slice.ids.slice(),
      times: slice.times.slice(),
      ...work,
    })
  }

  /** Removes the newest slices, which are not applied. */
  drop(count: number): void {
    this.#parts.length -= count
  }

  /** Removes the oldest slice once it is applied. */
  dropApplied(): void {
    this.#parts.shift()
  }

  get genesis(): Uint8Array {
    return this.#chain.genesis
  }

  get height(): bigint {
    return this.#parts.at(-1)?.to ?? this.#chain.height
  }

  get first(): bigint {
    const [oldest] = this.#parts
    const { first } = this.#chain
    if (!oldest) return first
    const { from } = oldest
    const joined =
      from === 0n || this.#chain.at(from - 1n) !== undefined || this.#chain.at(from) !== undefined
    return joined && first < from ? first : from === 0n ? 1n : from
  }

  at(height: bigint): Uint8Array | undefined {
    const part = this.#partWith(height)
    if (part) {
      const offset = 32 * Number(height - part.from)
      return part.ids.subarray(offset, offset + 32)
    }
    return this.#isReplaced(height) ? undefined : this.#chain.at(height)
  }

  timeAt(height: bigint): number | undefined {
    const part = this.#partWith(height)
    if (part) return part.times[Number(height - part.from)]
    return this.#isReplaced(height) ? undefined : this.#chain.timeAt(height)
  }

  workAt(height: bigint): BlockWork | undefined {
    const part = this.#partWith(height)
    if (part) {
      const at = Number(height - part.from)
      const difficulty = part.difficulties[at]
      if (difficulty !== undefined) return { time: part.times[at]!, difficulty }
    }
    const anchor = this.#parts.findLast((each) => each.anchor)?.anchor
    const anchored = anchoredWork(anchor, height)
    if (anchored) return anchored
    return this.#isReplaced(height) ? undefined : this.#chain.workAt(height)
  }

  #partWith(height: bigint) {
    return this.#parts.findLast(({ from, to }) => height >= from && height < to)
  }

  #isReplaced(height: bigint): boolean {
    const [oldest] = this.#parts
    return oldest !== undefined && height >= oldest.from
  }
}
