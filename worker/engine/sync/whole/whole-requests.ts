/**
 * Requests whole blocks, group by group. Loaded on demand.
 *
 * Groups can be requested before they are compared: comparing needs own keys, and the time of a request must not show
 * how long that takes.
 *
 * @module
 */
import { min } from '#protocol/bigint.ts'
import type { Daemon } from '../../base/ports.ts'
import type { Run } from '../../download/cancellable-run.ts'
import type { AnsweredBlocks } from './whole-slice.ts'

/** Blocks in one request; with large blocks about 10 MB. */
const blocksPerRequest = 20n

/** Bytes of answers that are held before they are compared. The answer that exceeds it is held too. */
const mostHeldBytes = 32 * 1024 * 1024

/** Heights from the first to below the last. */
export type Heights = { from: bigint; to: bigint }

/** An answer, as the daemon sent it. */
export type WholeGroup = {
  /** Requested, consecutive. */
  heights: readonly bigint[]
  blocks: AnsweredBlocks
}

type Source = { daemon: Daemon; run: Run }

export class WholeRequests {
  readonly #source: Source
  readonly #to: bigint
  /** Height of the next request. */
  #next: bigint
  /** Requested groups that are not taken, in order. */
  readonly #requested: Promise<WholeGroup>[] = []

  constructor(source: Source, { from, to }: Heights) {
    this.#source = source
    this.#next = from
    this.#to = to
  }

  /**
   * Sends requests, each when the one before is answered, until all are sent, one fails, or many bytes are held.
   *
   * Never rejects: {@link next} does.
   */
  async sendAhead(): Promise<void> {
    let bytes = 0
    try {
      while (this.#next < this.#to && bytes <= mostHeldBytes) bytes += bytesOf(await this.#send())
    } catch {
      // `next` rejects with it.
    }
  }

  /**
   * Takes the next group, and requests it if that was not done before.
   *
   * @returns Undefined after the last one.
   * @throws ConnectionError, DaemonError, AnswerError, Cancelled.
   */
  async next(): Promise<WholeGroup | undefined> {
    if (this.#requested.length === 0) {
      if (this.#next >= this.#to) return undefined
      void this.#send()
    }
    return this.#requested.shift()
  }

  #send(): Promise<WholeGroup> {
    const { daemon, run } = this.#source
    const to = min(this.#next + blocksPerRequest, this.#to)
    const heights = heightsFrom(this.#next, to)
    this.#next = to
    const answered = run.until(daemon.bin.get_blocks_by_height({ heights }))
    const group = answered.then(({ blocks }) => ({ heights, blocks }))
    group.catch(() => undefined)
    this.#requested.push(group)
    return group
  }
}

/** Heights from `from` to below `to`. */
export const heightsFrom = (from: bigint, to: bigint): bigint[] =>
  Array.from({ length: Number(to - from) }, (_, at) => from + BigInt(at))

const bytesOf = ({ blocks }: WholeGroup): number =>
  blocks.reduce(
    (sum, { block, txs }) => txs.reduce((all, { blob }) => all + blob.length, sum + block.length),
    0,
  )
