/**
 * Blocks that wait to be mined.
 *
 * @module
 */
import type { Address } from '#protocol/address.ts'
import type { Block } from '#protocol/chain/block.ts'
import type { Id } from '../types.ts'

export type Template = {
  block: Block
  blob: Uint8Array
  height: bigint
  difficulty: bigint
  /** Piconero, fees included, the miner transaction's own weight not counted. */
  expectedReward: bigint
  /** Public key of the miner transaction. */
  txPublicKey: Uint8Array
  /** Of RandomX: a block of the chain that it stands on. */
  seed: { height: bigint; id: Id }
}

export type TemplateMaker = {
  /**
   * @param extraNonce - Bytes to put into the miner transaction's extra.
   * @param prevId - To build on another block than the top one.
   * @returns Undefined when `prevId` is unknown, or stands where no template can be made.
   */
  make(address: Address, extraNonce: Uint8Array, prevId?: Id): Template | undefined
}
