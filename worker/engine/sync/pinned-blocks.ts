/**
 * Checks old blocks against ids that this program contains.
 *
 * Blocks are applied when they arrive, and checked at the next pin: a checkpoint, or the last block of a group.
 * A wrong one detaches all blocks above the last proven pin. Waiting for the pin instead would hold up to 511 blocks in
 * memory, and download them again after each interruption. A daemon cannot end its chain before the next pin: the
 * refresh requires that it reaches the newest one.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { max, min } from '#protocol/bigint.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { blocksPerGroup, type PinnedHistory } from '#protocol/checkpoints/pinned-history.ts'
import { InvalidDaemonData } from '../base/daemon-errors.ts'
import { namedDaemon } from '../base/daemon-name.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import { topOf, type Slice } from '../scan/slice.ts'
import type { AppliedSlice } from './apply-slice.ts'
import { removeBlocks } from './checks/remove-blocks.ts'
import type { SyncParts } from './sync-parts.ts'

export type PinnedParts = Pick<
  SyncParts,
  'network' | 'store' | 'chain' | 'daemonName' | 'exclusive'
> & {
  ports: Pick<Ports, 'clock' | 'crypto' | 'pinnedBlocks'>
}

/** A block id by height; undefined where it is unknown. */
type IdAt = (height: bigint) => Uint8Array | undefined

/** The pinned blocks of one refresh. */
export class PinnedBlocks {
  readonly #parts: PinnedParts
  readonly #pinnedHeight: bigint
  readonly #daemon: Daemon
  #history: PinnedHistory | undefined

  /**
   * @param pinnedHeight - Blocks from this height on are not checked; 0 for a chain without pins.
   * @param daemon - Named in errors.
   */
  constructor(parts: PinnedParts, pinnedHeight: bigint, daemon: Daemon) {
    this.#parts = parts
    this.#pinnedHeight = pinnedHeight
    this.#daemon = daemon
  }

  /**
   * Checks the blocks of a slice that are to be applied next.
   *
   * @param skip - Number of leading blocks that are applied already.
   * @param onDetached - Called when blocks were detached, before the error.
   * @throws InvalidDaemonData When a pinned block differs, or the slice replaces proven blocks; RpcError when the
   *   pins cannot be loaded.
   */
  async require(
    slice: Slice,
    skip: number,
    onDetached: (detached: AppliedSlice) => void,
  ): Promise<void> {
    const first = slice.height + BigInt(skip)
    if (first >= this.#pinnedHeight) return
    const { chain, network, ports } = this.#parts
    this.#history ??= await ports.pinnedBlocks.load(network)
    if (first < chain.height && first < this.#provenHeight()) throw this.#wrong(first, first)

    const end = topOf(slice)
    const idAt = (height: bigint) => {
      if (height < first) return chain.at(height)
      const offset = 32 * Number(height - slice.height)
      return slice.ids.subarray(offset, offset + 32)
    }
    const wrong = this.#wrongGroup(idAt, first, end) ?? this.#wrongCheckpoint(idAt, first, end)
    if (!wrong) return
    const detached = await this.#detach()
    if (detached) onDetached(detached)
    throw wrong
  }

  /**
   * Checks that the wallet has all pinned blocks, after the daemon's blocks were applied.
   *
   * @throws InvalidDaemonData As {@link require}, when the daemon did not send the blocks that it reported.
   */
  async requireAll(onDetached: (detached: AppliedSlice) => void): Promise<void> {
    const { chain, network, ports } = this.#parts
    const { height } = chain
    if (height >= this.#pinnedHeight) return
    this.#history ??= await ports.pinnedBlocks.load(network)
    const detached = await this.#detach()
    if (detached) onDetached(detached)
    throw new InvalidDaemonData(
      `the blocks of ${this.#named} end at ${height - 1n}, below its height; choose another daemon`,
    )
  }

  #wrongCheckpoint(idAt: IdAt, first: bigint, end: bigint): InvalidDaemonData | undefined {
    const wrong = this.#history!.checkpoints.find(
      ({ height, id }) => height >= first && height < end && bytesToHex(idAt(height)!) !== id,
    )
    return wrong && this.#wrong(wrong.height, wrong.height)
  }

  /** The first group that is complete below `end`, was not below `first`, and has other ids. */
  #wrongGroup(idAt: IdAt, first: bigint, end: bigint): InvalidDaemonData | undefined {
    const top = min(end / blocksPerGroup, this.#groups)
    for (let group = first / blocksPerGroup; group < top; group++)
      if (this.#isGroup(idAt, group) === false)
        return this.#wrong(group * blocksPerGroup, (group + 1n) * blocksPerGroup - 1n)
    return undefined
  }

  get #groups(): bigint {
    return BigInt(this.#history!.groups.length / 32)
  }

  /** Whether these are the ids of a group; undefined where one is unknown. A later pin then binds the others. */
  #isGroup(idAt: IdAt, group: bigint): boolean | undefined {
    const ids = new Uint8Array(32 * Number(blocksPerGroup))
    for (let at = 0; at < Number(blocksPerGroup); at++) {
      const id = idAt(group * blocksPerGroup + BigInt(at))
      if (!id) return undefined
      ids.set(id, 32 * at)
    }
    const offset = 32 * Number(group)
    const expected = this.#history!.groups.subarray(offset, offset + 32)
    return sameBytes(this.#parts.ports.crypto.keccak256(ids), expected)
  }

  /** Height above the newest block of the wallet that a pin binds; 0 where none is known to be bound. */
  #provenHeight(): bigint {
    const { chain } = this.#parts
    const idAt = (height: bigint) => chain.at(height)
    const checkpoint = this.#history!.checkpoints.findLast(({ height, id }) => {
      const known = height < chain.height ? chain.at(height) : undefined
      return known !== undefined && bytesToHex(known) === id
    })
    const byCheckpoint = checkpoint ? checkpoint.height + 1n : 0n
    let group = min(chain.height / blocksPerGroup, this.#groups)
    while (group * blocksPerGroup > max(byCheckpoint, chain.first)) {
      if (this.#isGroup(idAt, group - 1n)) return group * blocksPerGroup
      group--
    }
    return byCheckpoint
  }

  /** Detaches all blocks that no pin binds. Without a proven block, the wallet scans again from its start. */
  #detach(): Promise<AppliedSlice | undefined> {
    return removeBlocks(this.#parts, this.#provenHeight())
  }

  get #named(): string {
    return namedDaemon(this.#parts.daemonName(this.#daemon))
  }

  #wrong(first: bigint, last: bigint): InvalidDaemonData {
    const { network } = this.#parts
    const daemon = this.#named
    return new InvalidDaemonData(
      first === last
        ? `block ${first} of ${daemon} is not the one of ${network}; choose another daemon`
        : `blocks ${first} to ${last} of ${daemon} are not those of ${network}; choose another daemon`,
    )
  }
}
