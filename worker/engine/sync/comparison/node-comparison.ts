/**
 * Compares the wallet's chain with other nodes after refreshes. While they disagree, nothing is sent.
 *
 * Requests are sent after refreshes. A payment causes one only if blocks were applied since the last comparison.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { errorDetails } from '#protocol/error-details.ts'
import { errorLocation } from '#protocol/error-location.ts'
import { RpcError } from '#protocol/errors.ts'
import type { NodeSample } from '#protocol/daemon/node-samples.ts'
import type { ComparisonResult, Events } from '../../base/events.ts'
import type { Clock, Daemon, Log } from '../../base/ports.ts'
import type { BlockIds } from '../../ledger/block-ids.ts'

/** Time after which the same chain is compared again. */
const againMs = 60_000

type ComparisonParts = {
  ports: { clock: Pick<Clock, 'monotonicMs'>; log: Log }
  chain: BlockIds
  events: Pick<Events, 'emit'>
  daemonName: (daemon: Daemon) => string
}

/** The last comparison. */
type Compared = {
  daemon: Daemon
  /** Id of the wallet's top block. */
  top: string | undefined
  timeMs: number
  samples: readonly NodeSample[]
  result: ComparisonResult
}

export class NodeComparison {
  readonly #parts: ComparisonParts
  #compared: Compared | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(parts: ComparisonParts) {
    this.#parts = parts
  }

  /** Called after a refresh. Starts a comparison if one is due, and does not wait for it. */
  refreshed(daemon: Daemon): void {
    const { clock, log } = this.#parts.ports
    const isDue =
      !this.#isCurrent(daemon) ||
      this.isBlocked ||
      clock.monotonicMs() >= this.#compared!.timeMs + againMs
    if (!isDue || this.#running) return
    this.#start(daemon).catch((error: unknown) => log('error', errorLocation(error)))
  }

  /** Whether the last comparison found a disagreement. */
  get isBlocked(): boolean {
    return this.#compared?.result.disagreement !== undefined
  }

  /**
   * Waits for a comparison of the present chain.
   *
   * @throws {RpcError} GENERIC_TRANSFER_ERROR when nodes disagree.
   */
  async requireAgreement(daemon: Daemon): Promise<void> {
    await this.#running
    if (!this.#isCurrent(daemon)) await this.#start(daemon)
    const disagreement = this.#compared?.result.disagreement
    if (disagreement !== undefined) throw disagreeing(disagreement)
  }

  /**
   * Compares a rate of the daemon with those of nodes that have the wallet's top block.
   *
   * @param tier - Its index among the rates of an estimate. @throws {RpcError} GENERIC_TRANSFER_ERROR
   */
  async requireFee(daemon: Daemon, tier: number, perByte: bigint): Promise<void> {
    const { chain, daemonName } = this.#parts
    const { samples } = this.#compared ?? {}
    if (!samples?.length) return
    const { feeDifference } = await import('./compare-samples.ts')
    const difference = feeDifference(chain, daemonName(daemon), samples, { tier, perByte })
    if (difference !== undefined) throw disagreeing(difference)
  }

  close(): void {
    this.#isClosed = true
  }

  #isCurrent(daemon: Daemon): boolean {
    return this.#compared?.daemon === daemon && this.#compared.top === this.#top
  }

  get #top(): string | undefined {
    const { chain } = this.#parts
    const top = chain.at(chain.height - 1n)
    return top && bytesToHex(top)
  }

  #start(daemon: Daemon): Promise<void> {
    this.#running = this.#compare(daemon).finally(() => (this.#running = undefined))
    return this.#running
  }

  async #compare(daemon: Daemon) {
    const { chain, daemonName, ports } = this.#parts
    const { otherNodes } = daemon
    const samples = (await otherNodes?.samples()) ?? []
    const loaded = samples.length > 0 ? await import('./compare-samples.ts') : undefined
    if (this.#isClosed) return
    const result =
      otherNodes && loaded
        ? loaded.compareSamples(chain, daemonName(daemon), samples, otherNodes)
        : { uncompared: [] }
    const before = this.#compared?.result
    this.#compared = {
      daemon,
      top: this.#top,
      timeMs: ports.clock.monotonicMs(),
      samples,
      result,
    }
    this.#report(before, result)
  }

  #report(before: ComparisonResult | undefined, result: ComparisonResult) {
    const { events, ports } = this.#parts
    // Most wallets have no other node.
    if (isEmpty(before) && isEmpty(result)) return
    const known = new Set([before?.disagreement, ...(before?.uncompared ?? [])])
    for (const text of [result.disagreement, ...result.uncompared])
      if (text !== undefined && !known.has(text)) ports.log('warning', text)
    events.emit('comparison', result)
  }
}

const isEmpty = (result: ComparisonResult | undefined) =>
  !result || (result.agreedHeight ?? result.disagreement ?? result.uncompared[0]) === undefined

const disagreeing = (message: string) =>
  new RpcError('GENERIC_TRANSFER_ERROR', message, errorDetails.nodesDisagree)
