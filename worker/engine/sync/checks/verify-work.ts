/**
 * Checks proofs of work of applied blocks.
 *
 * A chunk of its own: wallets of private chains and of trusted daemons never load it.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { min } from '#protocol/bigint.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { RpcError } from '#protocol/errors.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { randomXVersion, seedHeight } from '#protocol/rules/seed-height.ts'
import { InvalidDaemonData, requireOfDaemon } from '../../base/daemon-errors.ts'
import { namedDaemon } from '../../base/daemon-name.ts'
import type { Daemon, Ports, WorkInput } from '../../base/ports.ts'
import type { Run } from '../../download/cancellable-run.ts'
import { hashedIn } from '../../scan/block-header.ts'
import { blocksIn, heightIn, idIn, topOf, type Slice } from '../../scan/slice.ts'
import type { AppliedSlice } from '../apply-slice.ts'
import { removeBlocks, type RemoveParts } from './remove-blocks.ts'
import type { SyncParts } from '../sync-parts.ts'
import { WorkSamples, type WorkBlock } from './work-samples.ts'

export type VerifyParts = RemoveParts &
  Pick<SyncParts, 'daemonName' | 'isTrusted'> & {
    ports: Pick<Ports, 'crypto' | 'random' | 'workHasher'>
  }

/** What depends on the word of one daemon. */
type DaemonClaims = {
  /** Ids of seed blocks that the wallet does not know, by height. */
  seeds: Map<bigint, Promise<Uint8Array>>
  /** Ids of blocks without proof of work, in hex. */
  refused: Set<string>
}

/** The blocks of one wallet that are to be checked. */
export class VerifyWork {
  readonly #parts: VerifyParts
  readonly #samples: WorkSamples
  readonly #claims = new WeakMap<Daemon, DaemonClaims>()

  constructor(parts: VerifyParts) {
    this.#parts = parts
    this.#samples = new WorkSamples(parts.ports.random)
  }

  get isPending(): boolean {
    return this.#samples.due.length > 0
  }

  /** Refuses blocks that were removed before: they would be applied and removed at each refresh. */
  requireNotRefused(daemon: Daemon, slice: Slice): void {
    const { refused } = this.#claimsOf(daemon)
    if (refused.size === 0) return
    for (let at = 0; at < blocksIn(slice); at++)
      if (refused.has(bytesToHex(idIn(slice, at)))) {
        const height = heightIn(slice, at)
        throw withoutWork(height, height)
      }
  }

  /**
   * Requests the seeds of a slice that are below the wallet's first block. A later request would show how long it took
   * to apply the blocks.
   */
  requestSeeds(daemon: Daemon, slice: Slice, first: bigint): void {
    for (const height of [slice.height, topOf(slice) - 1n]) {
      const seed = seedHeight(height)
      // A failure is reported where the id is used.
      if (seed > 0n && seed < first) this.#seedId(daemon, seed).catch(() => undefined)
    }
  }

  /** Adds the blocks of a slice from position `from` to `to`, which are in the wallet. Bare ones cannot be checked. */
  add(slice: Slice, from: number, to: number): void {
    if (slice.bare) return
    // An answer repeats the last block before.
    if (this.#samples.has(heightIn(slice, to - 1), idIn(slice, to - 1))) return
    const { chain } = this.#parts
    const heights: bigint[] = []
    for (let at = from; at < to; at++) {
      const height = heightIn(slice, at)
      const difficulty = chain.difficultyAt(height)
      // Every hash meets a difficulty of 1.
      if (difficulty !== undefined && difficulty > 1n && slice.versions[at]! >= randomXVersion)
        heights.push(height)
    }
    this.#samples.add(heights, (height) => this.#read(slice, height))
  }

  /**
   * Checks the selected blocks. If one has no proof of work, all blocks above the highest proven one below it are removed:
   * unchecked false blocks could claim more work than an honest branch has.
   *
   * @param onDetached - Called when blocks were removed, before the error.
   * @throws InvalidDaemonData for such a block; RpcError when it cannot be checked; as a request of a block header.
   */
  async check(
    daemon: Daemon,
    run: Run,
    onDetached: (detached: AppliedSlice) => void,
  ): Promise<void> {
    const blocks = this.#samples.due.filter((block) => this.#isOurs(block))
    if (blocks.length === 0) return this.#samples.checked()
    const inputs: WorkInput[] = []
    for (const { blob, height, seedId } of blocks)
      inputs.push({
        blob,
        seedId: seedId ?? (await run.until(this.#seedId(daemon, seedHeight(height)))),
      })
    const hashes = await this.#hash(daemon, inputs, run)
    const wrong = blocks.filter(({ difficulty }, at) => !checkHash(hashes[at]!, difficulty))
    if (wrong.length === 0) return this.#samples.checked()
    const { refused } = this.#claimsOf(daemon)
    for (const { id } of wrong) refused.add(bytesToHex(id))
    const lowest = wrong.map(({ height }) => height).reduce(min)
    const passed = blocks.filter((block) => !wrong.includes(block)).map(({ height }) => height)
    const from = this.#samples.suspectFrom(lowest, passed)
    this.#samples.cut(from)
    const removed = await removeBlocks(this.#parts, from)
    if (removed) onDetached(removed)
    throw withoutWork(lowest, from)
  }

  /** Whether it is still on the wallet's chain, as far as that is known. */
  #isOurs({ height, id }: WorkBlock): boolean {
    const { chain } = this.#parts
    const known = chain.at(height)
    return height < chain.height && (known === undefined || sameBytes(known, id))
  }

  #read(slice: Slice, height: bigint): WorkBlock {
    const { chain, ports } = this.#parts
    const at = Number(height - slice.height)
    return {
      height,
      id: idIn(slice, at).slice(),
      blob: hashedIn(slice, at, ports.crypto),
      difficulty: chain.difficultyAt(height)!,
      seedId: chain.at(seedHeight(height))?.slice(),
    }
  }

  /**
   * The id of the seed block, where the wallet begins above it. A false one does not help a daemon: work for one key is
   * as expensive as for another.
   *
   * @param height - Of the seed block.
   */
  #seedId(daemon: Daemon, height: bigint): Promise<Uint8Array> {
    const { seeds } = this.#claimsOf(daemon)
    const known = seeds.get(height)
    if (known) return known
    const id = blockIdAt(daemon, height)
    seeds.set(height, id)
    // It is requested again after a failure.
    id.catch(() => seeds.delete(height))
    return id
  }

  async #hash(daemon: Daemon, inputs: readonly WorkInput[], run: Run): Promise<Uint8Array[]> {
    let end!: () => void
    const ended = new Promise<void>((resolve) => (end = resolve))
    const { ports, daemonName } = this.#parts
    const hashes = ports.workHasher!.hash(inputs, ended).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'no reason given'
      throw new RpcError(
        'UNKNOWN_ERROR',
        `the proofs of work of ${namedDaemon(daemonName(daemon))} cannot be checked: ${reason}; ` +
          'free memory and refresh again, or switch the check off',
      )
    })
    try {
      return await run.until(hashes)
    } finally {
      end()
    }
  }

  #claimsOf(daemon: Daemon): DaemonClaims {
    const known = this.#claims.get(daemon)
    if (known) return known
    const claims = { seeds: new Map<bigint, Promise<Uint8Array>>(), refused: new Set<string>() }
    this.#claims.set(daemon, claims)
    return claims
  }
}

async function blockIdAt(daemon: Daemon, height: bigint): Promise<Uint8Array> {
  const { block_header } = await daemon.rpc.get_block_header_by_height({ height })
  requireOfDaemon(
    /^[0-9a-f]{64}$/.test(block_header.hash),
    `the id of block ${height} is not 64 hex digits`,
  )
  return hexToBytes(block_header.hash)
}

/** @param from - Height of the lowest block that is not used. */
const withoutWork = (height: bigint, from: bigint) =>
  new InvalidDaemonData(
    `block ${height} has no proof of work for its difficulty; no block from ${from} on is used, choose another daemon`,
  )
