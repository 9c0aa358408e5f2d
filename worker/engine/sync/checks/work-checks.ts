/**
 * Which refreshes check proofs of work. The checks themselves are loaded with the first block that has one to check.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import type { Daemon } from '../../base/ports.ts'
import type { Run } from '../../download/cancellable-run.ts'
import { blocksIn, heightIn, type Slice } from '../../scan/slice.ts'
import type { AppliedSlice } from '../apply-slice.ts'
import type { VerifyParts, VerifyWork } from './verify-work.ts'

/** Blocks that are checked when a wallet opens. */
export const newestBlocks = 10

type Difficulties = readonly (bigint | undefined)[]

/** The checks of one refresh. */
export type WorkCheck = {
  /** Whether blocks are applied that are not checked yet. */
  readonly isPending: boolean
  /** Height of the lowest block that is checked when the wallet opens. @param top - Height of its newest block. */
  oldest(top: bigint): bigint
  /**
   * Called with each slice before its new blocks are applied.
   *
   * @param skip - Number of leading blocks that are known. @param difficulties - Of the blocks, where they are known.
   */
  arrived(slice: Slice, skip: number, difficulties: Difficulties): Promise<void>
  /** Called once the blocks after `skip` are applied. */
  applied(slice: Slice, skip: number): Promise<void>
  /** Checks blocks of this refresh, and those that earlier ones left. @param onDetached - Called before the error. */
  finish(run: Run, onDetached: (detached: AppliedSlice) => void): Promise<void>
}

/** The checks of an open wallet. */
export class WorkChecks {
  readonly #parts: VerifyParts
  #loading: Promise<VerifyWork> | undefined
  #verify: VerifyWork | undefined

  constructor(parts: VerifyParts) {
    this.#parts = parts
  }

  /** The checks of a refresh; undefined where the daemon is trusted, or the checks are off. */
  of(daemon: Daemon): WorkCheck | undefined {
    const { ports, isTrusted, chain } = this.#parts
    if (!ports.workHasher?.isOn || isTrusted(daemon)) return undefined
    /** Height of the oldest block that the wallet has after this refresh. */
    let first: bigint | undefined
    const isPending = () => this.#verify?.isPending === true
    return {
      get isPending() {
        return isPending()
      },
      oldest: (top) => max(top - BigInt(newestBlocks - 1), 0n),
      arrived: async (slice, skip, difficulties) => {
        this.#verify?.requireNotRefused(daemon, slice)
        first ??= slice.height > chain.height ? slice.height : chain.first
        if (difficulties.at(-1) !== undefined)
          (await this.#load()).requestSeeds(daemon, slice, first)
        await this.#add(slice, 0, skip)
      },
      applied: (slice, skip) => this.#add(slice, skip, blocksIn(slice)),
      finish: async (run, onDetached) => this.#verify?.check(daemon, run, onDetached),
    }
  }

  async #add(slice: Slice, from: number, to: number) {
    // Pinned blocks have no difficulty, and neither have those of a private chain.
    if (from === to || this.#parts.chain.difficultyAt(heightIn(slice, to - 1)) === undefined) return
    ;(await this.#load()).add(slice, from, to)
  }

  async #load(): Promise<VerifyWork> {
    this.#loading ??= import('./verify-work.ts').then((code) => new code.VerifyWork(this.#parts))
    return (this.#verify = await this.#loading)
  }
}
