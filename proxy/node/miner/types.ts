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
  /** Mine only while the machine is idle. */
  background: boolean
  ignoreBattery: boolean
}

export type MiningStatus = {
  active: boolean
  /** Hashes per second. */
  speed: bigint
  threads: number
  /** Receives the rewards; after background mining the last address. */
  address: Address | undefined
  /** Piconero of the block that is being mined. */
  blockReward: bigint
  background: boolean
  ignoreBattery: boolean
}

export type Miner = {
  /** The highest number of threads: four for each core. */
  mostThreads: () => number
  /** @returns False if the host cannot mine. */
  start(options: MiningOptions): Promise<boolean>
  stop(): Promise<boolean>
  status(): MiningStatus
  /**
   * Solves a given block. Mining pauses during the search.
   *
   * @param nonce - The first nonce.
   * @returns The lowest nonce that solves the block; undefined if no remaining nonce does.
   * @throws ProofOfWorkError if the host cannot mine.
   */
  solve(template: Template, nonce: number): Promise<number | undefined>
  showHashRate(visible: boolean): void
}
