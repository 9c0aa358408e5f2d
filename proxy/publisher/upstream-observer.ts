/**
 * Publishes the blocks and the pool of an upstream node, which is asked at regular intervals.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import { transactionWeight } from '#protocol/chain/weights.ts'
import { AnswerError, DaemonError } from '#protocol/daemon/errors.ts'
import type { Crypto } from '#wasm/types.ts'
import { UpstreamUnavailable, type UpstreamNode } from '../upstream/node.ts'
import { PoolWatch } from '../upstream/pool-watch.ts'
import { watchCalls } from '../upstream/watch-calls.ts'
import type { Publisher } from './publisher.ts'
import { UpstreamChain } from './upstream-chain.ts'

type ObserverPorts = {
  node: UpstreamNode
  crypto: Crypto
  publisher: Publisher
  /** A line for the operator. */
  log: (message: string) => void
  /** Receives bugs. */
  report: (error: unknown) => void
}

/**
 * Asks a node for changes, one request at a time, and only for what clients have subscribed to. Without
 * subscriptions it asks nothing; the first look after one begins with the present state.
 */
export class UpstreamObserver {
  readonly #ports: ObserverPorts
  readonly #chain: UpstreamChain
  readonly #pool: PoolWatch
  readonly #stop = new AbortController()
  #looking: Promise<void> | undefined
  #isAway = false

  constructor(ports: ObserverPorts) {
    const { node, crypto, publisher } = ports
    const calls = watchCalls(node, this.#stop.signal)
    this.#ports = ports
    this.#chain = new UpstreamChain(calls, crypto, publisher)
    this.#pool = new PoolWatch({
      calls,
      keccak: (data) => crypto.keccak256(data),
      reportsPresent: false,
      added: (id, tx) => publisher.transaction({ id, tx, weight: BigInt(transactionWeight(tx)) }),
    })
  }

  /** Looks once, unless it still does or was stopped. Never rejects. */
  async look(): Promise<void> {
    if (this.#stop.signal.aborted) return
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    await this.#looking
  }

  /** Looks once the look under way has ended: that one may not know of a new subscription. */
  async lookAgain(): Promise<void> {
    await this.#looking
    await this.look()
  }

  /** Ends the request under way, and publishes nothing more. */
  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#looking
  }

  async #look(): Promise<void> {
    const { publisher, log, report } = this.#ports
    const { subscriptions } = publisher
    try {
      // First: a block may contain transactions that are new as well.
      if (subscriptions.includes('json-full-txpool_add', 'json-minimal-txpool_add'))
        await this.#pool.look()
      else this.#pool.forget()
      const ofChain = ['json-full-chain_main', 'json-minimal-chain_main'] as const
      if (subscriptions.includes(...ofChain, 'json-full-miner_data')) await this.#chain.look()
      else this.#chain.forget()
      if (this.#isAway) log('zmq-pub: the upstream node answers again')
      this.#isAway = false
    } catch (error) {
      if (this.#stop.signal.aborted) return
      if (!isExpected(error)) return report(error)
      if (!this.#isAway) log(`zmq-pub: nothing is published for now: ${error.message}`)
      this.#isAway = true
    }
  }
}

/** The node is unavailable, busy, or sends something invalid. */
const isExpected = (error: unknown): error is Error =>
  [UpstreamUnavailable, DaemonError, AnswerError, ChainError].some((kind) => error instanceof kind)
