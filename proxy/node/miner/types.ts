/**
 * Mining in the node.
 *
 * @module
 */
import type { Address } from '#protocol/address.ts'

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
  showHashRate(visible: boolean): void
}
