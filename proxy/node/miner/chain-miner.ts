/**
 * Mines on the chain: makes a template, searches a nonce, adds the block, and repeats.
 *
 * @module
 * @see monero src/cryptonote_basic/miner.cpp
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { blockHashingBlob, writeBlock } from '#protocol/chain/block.ts'
import { SerialQueue } from '#protocol/serial-queue.ts'
import type { RandomBytes } from '#wasm/types.ts'
import type { Job, NonceSearcher } from '../../pow/types.ts'
import type { Blockchain } from '../blockchain/types.ts'
import type { Template, TemplateMaker } from '../template/types.ts'
import type { Id } from '../types.ts'
import type { Miner, MiningOptions, MiningStatus } from './types.ts'

export type MinerPorts = {
  chain: Pick<Blockchain, 'topId' | 'addBlock'>
  templates: TemplateMaker
  random: RandomBytes
  /** Searches nonces. */
  searcher: NonceSearcher
  /** Whether the machine is idle, except for `threads` threads of the miner. */
  isIdle: (threads: number) => boolean
  wait: (ms: number) => Promise<void>
  /** Receives bugs. Mining has stopped then. */
  report: (error: unknown) => void
  log: (message: string) => void
}

/** Interval of checks for a new tip. */
const checkMs = 500

/** One run, from `start` to `stop`. `template` extends the block `tip`. */
type Run = MiningOptions & { template: Template | undefined; tip: Id | undefined }

export class ChainMiner implements Miner {
  readonly #ports: MinerPorts
  #run: Run | undefined
  /** The options of the last run. */
  #last: MiningOptions | undefined
  #showsRate = false
  readonly #solving = new SerialQueue()
  /** Calls of `solve` that have not ended. */
  #pendingSolves = 0

  constructor(ports: MinerPorts) {
    this.#ports = ports
  }

  mostThreads = () => this.#ports.searcher.mostThreads

  async start(options: MiningOptions): Promise<boolean> {
    if (this.#run || this.mostThreads() === 0) return false
    const threads = Math.max(1, options.threads)
    const run = { ...options, threads, template: undefined, tip: undefined }
    this.#run = this.#last = run
    this.#mine(run).catch((error: unknown) => {
      if (this.#run === run) this.#end()
      this.#ports.report(error)
    })
    return true
  }

  async stop(): Promise<boolean> {
    this.#end()
    return true
  }

  async solve(template: Template, nonce: number): Promise<number | undefined> {
    const { searcher } = this.#ports
    const job = jobOf(template, nonce)
    this.#pendingSolves++
    return this.#solving.take(async () => {
      try {
        return await searcher.search(job, oneForEachCore(searcher))
      } finally {
        this.#pendingSolves--
        if (this.#pendingSolves === 0 && !this.#run) searcher.stop()
      }
    })
  }

  status(): MiningStatus {
    const { searcher } = this.#ports
    return {
      active: this.#run !== undefined,
      speed: BigInt(Math.floor(searcher.hashRate)),
      threads: this.#run?.threads ?? 0,
      address: this.#last?.address,
      blockReward: this.#run?.template?.expectedReward ?? 0n,
      background: this.#last?.background ?? false,
      ignoreBattery: this.#last?.ignoreBattery ?? false,
    }
  }

  showHashRate(visible: boolean) {
    this.#showsRate = visible
  }

  #end() {
    this.#run = undefined
    if (this.#pendingSolves === 0) this.#ports.searcher.stop()
  }

  async #mine(run: Run) {
    const { chain, wait, log, searcher } = this.#ports
    // Before the first pause: the status shows the reward as soon as mining has started.
    this.#makeTemplate(run)
    while (this.#run === run) {
      if (this.#pendingSolves > 0) {
        await this.#solving.take(() => undefined)
        continue
      }
      const mayWork = this.#mayWork(run)
      if (mayWork || run.tip !== chain.topId()) this.#makeTemplate(run)
      const { template } = run
      if (mayWork && template) {
        const nonce = await this.#search(run, template)
        if (this.#run !== run) return
        if (nonce !== undefined) await chain.addBlock(writeBlock({ ...template.block, nonce }))
        if (this.#showsRate) log(`${searcher.hashRate.toFixed(1)} hashes per second`)
      }
      // At difficulty 1 every nonce solves a block: the pause lets other work run.
      if (!mayWork || !template || template.difficulty <= 1n) await wait(checkMs)
    }
  }

  /** @see monero src/cryptonote_basic/miner.cpp request_block_template */
  #makeTemplate(run: Run) {
    const { chain, templates, random } = this.#ports
    run.tip = chain.topId()
    run.template = templates.make(run.address, random(8))
  }

  #mayWork = ({ background, threads }: Run) =>
    !background || this.#ports.isIdle(this.#ports.searcher.hashRate > 0 ? threads : 0)

  /** Undefined if the template is outdated. */
  async #search(run: Run, template: Template) {
    const { chain, searcher, wait } = this.#ports
    const job = jobOf(template, template.block.nonce)
    const tip = chain.topId()
    let isOver = false
    const found = searcher.search(job, run.threads).finally(() => (isOver = true))
    const outdated = async () => {
      while (!isOver && this.#run === run && chain.topId() === tip && this.#mayWork(run))
        await wait(checkMs)
      if (!isOver) searcher.stop()
    }
    const [nonce] = await Promise.all([found, outdated()])
    return nonce
  }
}

const jobOf = ({ block, height, difficulty, seed }: Template, nonce: number): Job => ({
  blob: blockHashingBlob({ ...block, nonce }),
  context: { majorVersion: block.majorVersion, height, seedHash: hexToBytes(seed.id) },
  difficulty,
})

/** `mostThreads` is four for each core. */
const oneForEachCore = ({ mostThreads }: NonceSearcher) => Math.max(1, mostThreads / 4)
