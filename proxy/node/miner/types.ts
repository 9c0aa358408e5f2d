/**
 * Mining in the node.
 *
 * @module
 */
import type { Address } from '#protocol/address.ts'
import type { Template } from '../template/types.ts'

export type MiningOptions = {
  address: Address
  threads: number
  /** Only while the machine has nothing else to do. */
  background: boolean
  ignoreBattery: boolean
}

export type MiningStatus = {
  active: boolean
  /** Hashes per second. */
  speed: bigint
  threads: number
  /** Of whom it mines for, or mined for last in the background. */
  address: Address | undefined
  /** Piconero of the block that is being mined. */
  blockReward: bigint
  background: boolean
  ignoreBattery: boolean
}

export type Miner = {
  /** Most threads that it takes: four a core. */
  mostThreads: () => number
  /** @returns False where the host cannot mine: it has no memory for it or forbids compiling. */
  start(options: MiningOptions): Promise<boolean>
  stop(): Promise<boolean>
  status(): MiningStatus
  /**
   * Solves a block that somebody asked for; what it mines rests meanwhile.
   *
   * @param nonce - The first that is tried.
   * @returns The lowest that solves it; undefined when none of those left does.
   * @throws ProofOfWorkError where the host cannot mine.
   */
  solve(template: Template, nonce: number): Promise<number | undefined>
  showHashRate(visible: boolean): void
}
