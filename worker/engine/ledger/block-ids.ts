/**
 * Ids of the last scanned blocks, their timestamps and difficulties, and how many RingCT outputs the chain had with each.
 * A daemon's answer must continue them.
 *
 * Old blocks are dropped, so that a wallet's size does not grow with the chain. The genesis block is
 * known without a record.
 *
 * @module
 */
import type { Network } from '#protocol/rules/forks.ts'
import { concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import type { BlockWork } from '#protocol/rules/difficulty.ts'
import type { AnchorRecord, BlockSegment } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import { withoutLast, word, words } from './block-words.ts'

/** Ids in one record. Every new block rewrites one. */
export const blocksPerSegment = 512n

/** Whole segments kept below the newest: the maximum depth of a reorganisation. */
const keptSegments = 20n

/** @see monero src/cryptonote_config.h GENESIS_TX, GENESIS_NONCE of each network */
const genesisIds: Record<Network, string> = {
  mainnet: '418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3',
  testnet: '48ca7cd3c8de5b6a4d53d2861fbdaedca141553559f9be9520068053cda8430b',
  stagenet: '76ee3cc98646292206cd3e86f74d88b4dcc1d937088645e9b0cbca84b7ce74eb',
  fakechain: '418015bb9ae982a1975da7d79277c2705727a56894ba0fb246adaabb1f4632e3',
}

type Stored = Pick<Store, 'blocks' | 'anchor'>

/** A scanned block. */
type ScannedBlock = {
  id: Uint8Array
  /** Unix seconds. */
  time: number
  /** RingCT outputs of the chain up to and with it; NaN while unknown. */
  ringctOutputs: number
  /** Undefined while unknown. */
  difficulty: bigint | undefined
}

/** The known part of the chain: block ids by height. */
export class BlockIds {
  readonly genesis: Uint8Array
  readonly #blocks: Stored['blocks']
  readonly #anchor: Stored['anchor']

  constructor({ blocks, anchor }: Stored, network: Network) {
    this.#blocks = blocks
    this.#anchor = anchor
    this.genesis = hexToBytes(genesisIds[network])
  }

  /** Number of blocks: top block plus one. 1 for a wallet that scanned only the genesis block. */
  get height(): bigint {
    const top = this.#newest
    return top ? top.first + count(top) : 1n
  }

  /** Height of the oldest known id, except the genesis block; `height` if no id is known. */
  get first(): bigint {
    let first = this.height
    for (const segment of this.#blocks.values()) if (segment.first < first) first = segment.first
    return first
  }

  /** Id of the block at `height`; undefined when it is unknown or dropped. */
  at(height: bigint): Uint8Array | undefined {
    if (height === 0n) return this.genesis
    const segment = this.#blocks.get(nameOf(height))
    if (!segment || height < segment.first || height >= segment.first + count(segment))
      return undefined
    const offset = 32 * Number(height - segment.first)
    return segment.ids.subarray(offset, offset + 32)
  }

  /** Timestamp of the block at `height` in Unix seconds; undefined when it is unknown or dropped. */
  timeAt(height: bigint): number | undefined {
    return height === 0n ? 0 : numberOf(this.#wordAt('times', height))
  }

  /**
   * Difficulty that the proof of work of the block at `height` has to meet; undefined when it is unknown or dropped, and
   * for pinned blocks and those of a private chain.
   */
  difficultyAt(height: bigint): bigint | undefined {
    return this.#wordAt('difficulties', height)
  }

  /** Time and difficulty of a block at `height`, which may be before the first with a {@link difficultyAt}. */
  workAt(height: bigint): BlockWork | undefined {
    const difficulty = this.difficultyAt(height)
    const time = this.timeAt(height)
    if (difficulty !== undefined && time !== undefined) return { time, difficulty }
    return anchoredWork(this.#anchor.valueIfStored, height)
  }

  /** RingCT outputs of all blocks below `height`; undefined when their number is unknown or dropped. */
  ringctOutputsBelow(height: bigint): number | undefined {
    // The genesis block has none.
    return height <= 1n ? 0 : numberOf(this.#wordAt('ringctOutputs', height - 1n))
  }

  /** Miner reward of the top block; 0 while unknown. */
  get lastReward(): bigint {
    return this.#newest?.reward ?? 0n
  }

  /** Stages the removal of ids from `height` on. */
  crop(change: Change, height: bigint): void {
    for (const [name, segment] of this.#blocks.rows) {
      if (segment.first >= height) change.delete(this.#blocks, name)
      else if (segment.first + count(segment) > height) {
        const left = Number(height - segment.first)
        change.put(this.#blocks, name, cropped(segment, left))
      }
    }
    const anchor = this.#anchor.valueIfStored
    if (anchor && height < anchor.height) change.delete(this.#anchor, this.#anchor.key)
  }

  /** Stages that all blocks below `height` are scanned, without knowing their ids. */
  beginAt(change: Change, height: bigint): void {
    this.crop(change, 0n)
    change.put(this.#blocks, nameOf(height), { first: height, ids: new Uint8Array(), reward: 0n })
  }

  /** Stages new blocks on top, after {@link crop} where both are needed; drops the oldest. */
  append(change: Change, height: bigint, blocks: readonly ScannedBlock[], reward: bigint): void {
    for (let at = 0; at < blocks.length;) {
      const from = height + BigInt(at)
      const room = Number(blocksPerSegment - (from % blocksPerSegment))
      const part = blocks.slice(at, at + room)
      this.#extend(change, from, part, reward)
      at += part.length
    }
    const oldest = (height + BigInt(blocks.length)) / blocksPerSegment - keptSegments
    for (const [name] of this.#blocks.rows)
      if (BigInt(name) < oldest) change.delete(this.#blocks, name)
  }

  /** Stages the blocks before the first one with a difficulty. */
  setAnchor(change: Change, anchor: AnchorRecord): void {
    change.setValue(this.#anchor, anchor)
  }

  #extend(change: Change, from: bigint, blocks: readonly ScannedBlock[], reward: bigint) {
    const name = nameOf(from)
    const known = change.get(this.#blocks, name)
    const first = known?.first ?? from
    if (first + (known ? count(known) : 0n) !== from)
      throw new Error(`block ids: a gap before height ${from}`)
    change.put(this.#blocks, name, {
      first,
      ids: concatBytes(known?.ids ?? new Uint8Array(), ...blocks.map(({ id }) => id)),
      reward,
      times: words(
        known?.times,
        blocks.map(({ time }) => time),
      ),
      ringctOutputs: words(
        known?.ringctOutputs,
        blocks.map(({ ringctOutputs }) => ringctOutputs),
      ),
      difficulties: words(
        known?.difficulties,
        blocks.map(({ difficulty }) => difficulty),
      ),
    })
  }

  #wordAt(field: Words, height: bigint): bigint | undefined {
    const segment = this.#blocks.get(nameOf(height))
    if (!segment || height < segment.first || height >= segment.first + count(segment))
      return undefined
    return word(segment[field], Number(segment.first + count(segment) - height))
  }

  get #newest(): BlockSegment | undefined {
    let newest: BlockSegment | undefined
    for (const segment of this.#blocks.values())
      if (!newest || segment.first > newest.first) newest = segment
    return newest
  }
}

/** What each block of a segment has a number for. */
type Words = 'times' | 'ringctOutputs' | 'difficulties'

const numberOf = (word: bigint | undefined) => (word === undefined ? undefined : Number(word))

/** Time and difficulty of a block of the anchor. */
export function anchoredWork(
  anchor: Readonly<AnchorRecord> | undefined,
  height: bigint,
): BlockWork | undefined {
  if (!anchor || height >= anchor.height) return undefined
  const fromEnd = Number(anchor.height - height)
  const [time, difficulty] = [word(anchor.times, fromEnd), word(anchor.difficulties, fromEnd)]
  if (time === undefined || difficulty === undefined) return undefined
  return { time: Number(time), difficulty }
}

/** An anchor of these blocks, oldest first. @param height - Above the last of them. */
export const anchorOf = (height: bigint, blocks: readonly BlockWork[]): AnchorRecord => ({
  height,
  times: words(
    undefined,
    blocks.map(({ time }) => time),
  ),
  difficulties: words(
    undefined,
    blocks.map(({ difficulty }) => difficulty),
  ),
})

const nameOf = (height: bigint) => `${height / blocksPerSegment}`
const count = ({ ids }: BlockSegment) => BigInt(ids.length / 32)

/** The first `left` blocks of a segment. */
function cropped(
  { ids, times, ringctOutputs, difficulties, ...segment }: BlockSegment,
  left: number,
) {
  const gone = ids.length / 32 - left
  return {
    ...segment,
    ids: ids.slice(0, 32 * left),
    ...(times && { times: withoutLast(times, gone) }),
    ...(ringctOutputs && { ringctOutputs: withoutLast(ringctOutputs, gone) }),
    ...(difficulties && { difficulties: withoutLast(difficulties, gone) }),
  }
}

/**
 * Heights shown to a daemon that has not served this wallet yet are multiples of this number. The daemon
 * learns the wallet's age to two hours, for at most this many blocks that are read again.
 */
const heightStep = 64n

/** The greatest multiple of 64 that is not above `height`. */
export const roundedHeight = (height: bigint): bigint => height - (height % heightStep)

/**
 * Heights of the ids that locate this wallet on a daemon's chain: ten consecutive ones from the top,
 * then at doubling distances, down to a border of segments.
 *
 * They depend on `height` alone. `first` only ends the list: its own height would show the restore height.
 *
 * @param height - Blocks: top block plus one. @param first - Oldest height whose id is known.
 * @see monero src/wallet/wallet2.cpp get_short_chain_history
 */
export function historyHeights(height: bigint, first: bigint): bigint[] {
  const heights: bigint[] = []
  const newest = height - 1n
  // One segment less than is kept: wallets with this newest id may have dropped the oldest one.
  const border = (newest / blocksPerSegment - keptSegments + 1n) * blocksPerSegment
  let step = 1n
  for (let at = newest; at >= first && at > border; at -= step) {
    heights.push(at)
    if (heights.length > 10) step *= 2n
  }
  if (border >= first) heights.push(border)
  return heights
}
