/**
 * Selects the blocks whose proofs of work are checked: the newest ten, and eight random ones among the others.
 *
 * The others can be many. They are sampled as they come, so that few are held. A seed takes a second or two, so the
 * samples have at most four seeds together with the newest blocks: few epochs are kept, each with a chance
 * in proportion to its blocks.
 *
 * @module
 * @see "Weighted random sampling with a reservoir", Efraimidis and Spirakis 2006
 */
import type { RandomBytes } from '#wasm/types.ts'
import { max } from '#protocol/bigint.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { seedHeight } from '#protocol/rules/seed-height.ts'
import { randomFraction, randomIndex } from '../../base/random.ts'
import { newestBlocks } from './work-checks.ts'

export type WorkBlock = {
  height: bigint
  id: Uint8Array
  /** The bytes that are hashed. */
  blob: Uint8Array
  difficulty: bigint
  /** Undefined while unknown. */
  seedId: Uint8Array | undefined
}

const samples = 8
const mostSeeds = 4

/** Blocks with one seed. */
type Epoch = {
  /** Height of the seed's block. */
  seed: bigint
  /** Blocks that were offered. */
  count: number
  /** A random part of them, at most {@link samples}. */
  blocks: WorkBlock[]
  /** Logarithm of a random fraction; divided by the count, the greatest ones are kept. */
  draw: number
}

export class WorkSamples {
  readonly #random: RandomBytes
  #newest: WorkBlock[] = []
  /** Those of the newest blocks that are checked. */
  readonly #checked = new WeakSet<WorkBlock>()
  #epochs: Epoch[] = []
  /** The highest block with a proof of work, and the lowest one that was added above it. */
  #proven: bigint | undefined
  #added: bigint | undefined

  constructor(random: RandomBytes) {
    this.#random = random
  }

  /** Adds blocks on top. @param heights - Ascending. @param read - Reads a block; few of them are read. */
  add(heights: readonly bigint[], read: (height: bigint) => WorkBlock): void {
    const [first] = heights
    if (first === undefined) return
    this.cut(first)
    this.#added ??= first
    for (const height of heights.slice(0, -newestBlocks)) this.#offer(height, read)
    for (const height of heights.slice(-newestBlocks)) this.#newest.push(read(height))
    for (const block of this.#newest.splice(0, this.#newest.length - newestBlocks))
      if (!this.#checked.has(block)) this.#offer(block.height, () => block)
  }

  /** Whether a block is one of the newest that were added. */
  has(height: bigint, id: Uint8Array): boolean {
    return this.#newest.some((block) => block.height === height && sameBytes(block.id, id))
  }

  /** Removes the blocks from `height` on. */
  cut(height: bigint): void {
    const isBelow = (block: WorkBlock) => block.height < height
    this.#newest = this.#newest.filter(isBelow)
    if (this.#proven !== undefined && this.#proven >= height) this.#proven = undefined
    if (this.#added !== undefined && this.#added >= height) this.#added = undefined
    for (const epoch of this.#epochs) epoch.blocks = epoch.blocks.filter(isBelow)
  }

  /** The blocks to check, with at most four seeds. */
  get due(): WorkBlock[] {
    const newest = this.#newest.filter((block) => !this.#checked.has(block))
    const seeds = new Set(newest.map(({ height }) => seedHeight(height)))
    const epochs = ranked(this.#epochs).filter(({ seed }) => {
      const fits = seeds.has(seed) || seeds.size < mostSeeds
      if (fits) seeds.add(seed)
      return fits
    })
    const inTurn = Array.from({ length: samples }, (_, at) =>
      epochs.flatMap(({ blocks }) => blocks[at] ?? []),
    )
    return [...newest, ...inTurn.flat().slice(0, samples)]
  }

  /** The blocks that are {@link due} are checked. */
  checked(): void {
    for (const block of this.#newest) this.#checked.add(block)
    this.#proven = this.#newest.at(-1)?.height ?? this.#proven
    this.#added = undefined
    this.#epochs = []
  }

  /**
   * Height of the lowest block that may be false. Work of a block is also work on the blocks below it.
   *
   * @param found - Lowest height without proof of work. @param passed - Heights with one.
   */
  suspectFrom(found: bigint, passed: readonly bigint[]): bigint {
    const below = [...passed, ...(this.#proven === undefined ? [] : [this.#proven])].filter(
      (height) => height < found,
    )
    const lowest = this.#added !== undefined && this.#added < found ? this.#added : found
    return below.reduce((highest, height) => max(highest, height + 1n), lowest)
  }

  #offer(height: bigint, read: (height: bigint) => WorkBlock) {
    const epoch = this.#epochOf(seedHeight(height))
    epoch.count++
    const { blocks, count } = epoch
    const at = blocks.length < samples ? blocks.length : randomIndex(this.#random, count)
    if (at < samples) blocks[at] = read(height)
  }

  #epochOf(seed: bigint): Epoch {
    const known = this.#epochs.find((epoch) => epoch.seed === seed)
    if (known) return known
    // Blocks can still be added to the newest one. The others compete.
    const newest = this.#epochs.slice(-1)
    this.#epochs = [...ranked(this.#epochs.slice(0, -1)).slice(0, mostSeeds), ...newest]
    const draw = Math.log(1 - randomFraction(this.#random))
    const epoch = { seed, count: 0, blocks: [], draw }
    this.#epochs.push(epoch)
    return epoch
  }
}

const ranked = (epochs: readonly Epoch[]) =>
  [...epochs].sort((a, b) => b.draw / b.count - a.draw / a.count)
