/**
 * Follows the branches of the daemon while its answers arrive.
 *
 * Code that only a reorganisation or a block above the pins needs is loaded with the first of them.
 *
 * @module
 */
import { InvalidDaemonData } from '../base/daemon-errors.ts'
import type { Clock, Daemon } from '../base/ports.ts'
import type { BranchWork, WorkRules } from '../download/branch-work.ts'
import type { BlockSource, KnownChain, SliceWork } from '../download/download.ts'
import { blocksIn, topOf, type Slice } from '../scan/slice.ts'
import type { Branch } from './reorganisation.ts'

/** The daemon's branch has no more work than our blocks. Nothing was changed. */
class LighterBranch extends InvalidDaemonData {
  /** Every node keeps the first of two branches with the same work, until the next block decides. */
  readonly isEqual: boolean
  /** An honest node that has more blocks than we have also has more work. */
  readonly isLonger: boolean

  /** @param reported - Blocks that the daemon reports. */
  constructor({ first, work, ours, top }: Branch, reported: bigint) {
    super(
      `its branch from block ${first} on has work ${work}, and the blocks of the wallet have ${ours}: ` +
        'choose another daemon, or mark it as trusted if it is your own',
    )
    this.isEqual = work === ours
    this.isLonger = reported > top
  }
}

/** Five blocks. */
const mostMs = 600_000

/**
 * How long a daemon may be on a branch with less work than ours. An honest node can be on the other side of a short
 * split, until the next blocks reach it.
 */
export class LighterBranches {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  #seen: { daemon: Daemon; sinceMs: number } | undefined

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** The daemon is on the wallet's chain. */
  forget(): void {
    this.#seen = undefined
  }

  /**
   * The wallet keeps its blocks.
   *
   * @param error - Why the daemon's blocks were not applied.
   * @returns False: they were not applied.
   * @throws The error, unless it is an equal branch, or a short one that was not there for long.
   */
  stay(error: unknown, daemon: Daemon): false {
    if (!(error instanceof LighterBranch)) throw error
    if (error.isEqual) return false
    if (error.isLonger) throw error
    if (this.#seen?.daemon !== daemon) this.#seen = { daemon, sinceMs: this.#clock.monotonicMs() }
    if (this.#clock.monotonicMs() - this.#seen.sinceMs >= mostMs) throw error
    return false
  }
}

/** Whether the blocks of an answer are applied; it is known only after the last of them arrived. */
export class Decision {
  readonly made: Promise<void>
  apply!: () => void
  refuse!: (reason: unknown) => void

  constructor() {
    this.made = new Promise((resolve, reject) => {
      this.apply = resolve
      this.refuse = reject
    })
    this.made.catch(() => undefined)
  }
}

/** Difficulties of blocks that continue a chain. */
export class Difficulties {
  readonly #rules: WorkRules
  readonly #chain: KnownChain
  #work: BranchWork | undefined

  constructor(rules: WorkRules, chain: KnownChain) {
    this.#rules = rules
    this.#chain = chain
  }

  /** @param skip - Number of leading blocks that are known. @throws InvalidDaemonData */
  async of(slice: Slice, skip: number): Promise<SliceWork> {
    const { network, pinnedHeight } = this.#rules
    // monerod may have a fixed difficulty on a private chain, which no wallet can know.
    if (network === 'fakechain' || topOf(slice) <= pinnedHeight)
      return { difficulties: Array.from({ length: blocksIn(slice) }), anchor: undefined }
    if (!this.#work) {
      const code = await import('../download/branch-work.ts')
      this.#work = new code.BranchWork(this.#rules, this.#chain)
    }
    return this.#work.measure(slice, skip)
  }
}

export type BranchesParts = {
  /** Our blocks, and those that are downloaded. */
  chain: KnownChain
  rules: WorkRules
  /** Whether branches are followed without more work. */
  isTrusted: boolean
  source: () => BlockSource
  until: <T>(work: Promise<T>) => Promise<T>
}

/** Follows the answers of one refresh, and decides which are applied. */
export class Branches {
  readonly #parts: BranchesParts
  readonly #difficulties: Difficulties
  #branch: Branch | undefined
  /** Whether the blocks of the current answer are known so far. */
  #isKnown = true
  /** A branch whose later blocks were read to learn its work. They are requested again. */
  #readAhead: Branch | undefined

  constructor(parts: BranchesParts) {
    this.#parts = parts
    this.#difficulties = new Difficulties(parts.rules, parts.chain)
  }

  /** Begins an answer. */
  begin(): void {
    this.#branch = undefined
    this.#isKnown = true
  }

  /**
   * Reads the next slice of the answer, before it is added to the chain.
   *
   * @param skip - Number of leading blocks that are known.
   * @throws InvalidDaemonData
   */
  async read(slice: Slice, skip: number): Promise<SliceWork> {
    const work = await this.#difficulties.of(slice, skip)
    if (skip === blocksIn(slice)) return work
    this.#readAhead?.requireSame(slice, skip)
    if (this.#isKnown)
      this.#branch = await this.#branchAt(slice.height + BigInt(skip), work.difficulties[skip])
    this.#isKnown = false
    this.#branch?.add(work, skip)
    return work
  }

  /**
   * Decides on an answer after its last slice was added to the chain.
   *
   * @param isMore - Whether there are more answers. @param reported - Blocks that the daemon reports.
   * @param applied - Resolves when the answers before are applied: at most two are held in memory.
   * @throws LighterBranch, InvalidDaemonData
   */
  async decide(isMore: boolean, reported: bigint, applied: Promise<void>): Promise<void> {
    const { chain, until } = this.#parts
    const branch = this.#branch
    if (branch && !branch.isHeavier) {
      if (isMore) {
        await until(applied)
        await branch.readOn()
        this.#readAhead = branch
      }
      if (!branch.isHeavier) throw new LighterBranch(branch, reported)
    }
    if (!isMore) this.#readAhead?.requireAll(chain.height)
  }

  /** Ends the transfer. */
  stop(): void {
    this.#branch?.stop()
  }

  /** The branch that a new block begins, if it replaces blocks that no pin binds. */
  async #branchAt(first: bigint, difficulty: bigint | undefined): Promise<Branch | undefined> {
    const { chain, rules, isTrusted } = this.#parts
    const isReplacing = chain.first !== chain.height && first < chain.height
    if (!isReplacing || isTrusted || first < rules.pinnedHeight) return undefined
    const code = await import('./reorganisation.ts')
    return new code.Branch(this.#parts, first, difficulty)
  }
}
