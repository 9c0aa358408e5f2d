/**
 * Runs a light node on a platform that gives a program short turns: each does a bounded part of the work.
 *
 * @module
 */
import { isOfNode } from '../feed/feed-errors.ts'
import type { LightNode } from '../feed/light-node.ts'
import type { EventLog } from '../metrics/event-log.ts'

/** Between two looks at the node while clients listen. All clients are served from one. */
const lookMs = 1000
/** After a failure to add chunks, or to open the feed. */
const retryMs = 5000

/** Chunks of one turn. On mainnet each is up to 60 MB of blocks, and some seconds of computation. */
const mostChunks = 1

export type FollowerPorts = {
  open: () => Promise<LightNode>
  /** Has {@link LightFollower.wake} called after so many milliseconds, or earlier if it was to be earlier. */
  wakeIn: (ms: number) => Promise<void>
  /** A clock in milliseconds. */
  nowMs: () => number
  log: EventLog
  /** Receives bugs, and what the operator must change. */
  report: (error: unknown) => void
}

export class LightFollower {
  readonly #ports: FollowerPorts
  #light: LightNode | undefined
  #opening: Promise<void> | undefined
  #looking: Promise<boolean> | undefined
  #lookedMs = -Infinity
  #isAway = false
  /** When the feed may be opened, and chunks may be added, after a failure. */
  readonly #retry = { open: -Infinity, add: -Infinity }

  constructor(ports: FollowerPorts) {
    this.#ports = ports
  }

  /** The light node, once it has been opened. */
  get light(): LightNode | undefined {
    return this.#light
  }

  /** The light node after a look within the last second; undefined if it cannot be opened. Never rejects. */
  async fresh(): Promise<LightNode | undefined> {
    const light = await this.#opened()
    if (light && this.#ports.nowMs() - this.#lookedMs >= lookMs) await this.#look(light)
    return light
  }

  /** Looks at the node, and adds a chunk that is due. Never rejects. */
  async wake(): Promise<void> {
    const { nowMs, wakeIn } = this.#ports
    const light = await this.#opened()
    if (!light) return
    const isDue = (await this.#look(light)) && nowMs() >= this.#retry.add
    const result = isDue ? await light.catchUp(mostChunks) : 'complete'
    if (result === 'failed') this.#retry.add = nowMs() + retryMs
    if (result === 'more') return wakeIn(0)
    await this.keepAwake()
  }

  /** Has the next look called while clients listen. */
  async keepAwake(): Promise<void> {
    if (this.#light && this.#light.facts.listeners > 0) await this.#ports.wakeIn(lookMs)
  }

  async #opened(): Promise<LightNode | undefined> {
    if (!this.#light && this.#ports.nowMs() >= this.#retry.open) {
      this.#opening ??= this.#open().finally(() => (this.#opening = undefined))
      await this.#opening
    }
    return this.#light
  }

  async #open() {
    const { open, nowMs, log, report } = this.#ports
    try {
      this.#light = await open()
      this.#isAway = false
    } catch (error) {
      this.#retry.open = nowMs() + retryMs
      if (!isOfNode(error)) report(error)
      else if (!this.#isAway) log({ event: 'upstream_lost' })
      this.#isAway = true
    }
  }

  /** @returns Whether a chunk may be due. */
  #look(light: LightNode): Promise<boolean> {
    this.#looking ??= light.look().finally(() => {
      this.#lookedMs = this.#ports.nowMs()
      this.#looking = undefined
    })
    return this.#looking
  }
}
