/**
 * Fetches blocks, each answer tied to what the wallet knows.
 *
 * @module
 */
import type { Daemon } from '../ports.ts'
import { sameBytes, historyHeights, type BlockIds } from './block-ids.ts'
import { expectOfDaemon, LyingDaemon } from './daemon-problem.ts'
import type { Read } from './read-answer.ts'
import type { Scanner } from './scanner.ts'
import { idIn, topOf, type Slice } from './slice.ts'

/** The chain as far as ids of it are known. */
export type Chain = Pick<BlockIds, 'genesis' | 'height' | 'first' | 'at'>

/** Whom to ask, and who reads the answer. */
export type Source = { daemon: Daemon; scanner: Pick<Scanner, 'read'> }

/** Asks for blocks from a height on, whatever lies before. */
export async function pullFrom(
  source: Source,
  chain: Pick<Chain, 'genesis'>,
  height: bigint,
): Promise<Read> {
  const read = await pull(source, [chain.genesis], height)
  expectOfDaemon(read.slices[0]?.height === height, `it does not begin at block ${height}`)
  return read
}

/**
 * Asks for the blocks after the last one that the daemon and the wallet both know. The first of
 * them is that one.
 *
 * @returns No blocks when our top block is the daemon's.
 */
export async function pullAfter(source: Source, chain: Chain): Promise<Read> {
  const known = historyHeights(chain.height, chain.first).map((height) => chain.at(height)!)
  const { height: ourHeight } = chain
  const read = await pull(source, [...known, chain.genesis], 0n)
  const [first] = read.slices
  if (!first) {
    expectOfDaemon(read.daemonHeight === ourHeight, 'it holds no blocks')
    return read
  }
  const ours = chain.at(first.height)
  expectOfDaemon(
    ours !== undefined && sameBytes(ours, idIn(first, 0)),
    'it does not begin at a block we know',
  )
  return read
}

async function pull(
  { daemon, scanner }: Source,
  block_ids: Uint8Array[],
  start_height: bigint,
): Promise<Read> {
  const params = { block_ids, start_height, no_miner_tx: false }
  for (const prune of [true, false]) {
    const read = await scanner.read(await daemon.blockBytes({ ...params, prune }))
    if (read !== 'whole') return read
  }
  throw new LyingDaemon('transactions that were asked for whole are pruned')
}

/** The chain with slices on it that are not entered yet: what to ask by for the next. */
export class ChainAhead implements Chain {
  readonly #chain: Chain
  readonly #parts: { from: bigint; to: bigint; ids: Uint8Array }[] = []

  constructor(chain: Chain) {
    this.#chain = chain
  }

  /** Takes in a slice: the one that follows those before it. */
  add(slice: Slice): void {
    this.#parts.push({ from: slice.height, to: topOf(slice), ids: slice.ids.slice() })
  }

  /** The oldest of the slices is entered. */
  entered(): void {
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
    const part = this.#parts.findLast(({ from, to }) => height >= from && height < to)
    if (part) {
      const offset = 32 * Number(height - part.from)
      return part.ids.subarray(offset, offset + 32)
    }
    const [oldest] = this.#parts
    return oldest && height >= oldest.from ? undefined : this.#chain.at(height)
  }
}
