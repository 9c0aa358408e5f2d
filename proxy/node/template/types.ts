/**
 * Block templates.
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
  /** Piconero, including fees, without the weight of the miner transaction. */
  expectedReward: bigint
  /** Public key of the miner transaction. */
  txPublicKey: Uint8Array
  /** The block that seeds RandomX, on the chain of the parent. */
  seed: { height: bigint; id: Id }
}

export type TemplateMaker = {
  /**
   * @param extraNonce - Bytes to put into the miner transaction's extra.
   * @param prevId - Parent, instead of the top block.
   * @returns Undefined if `prevId` is unknown, or if no template can be made above it.
   */
  make(address: Address, extraNonce: Uint8Array, prevId?: Id): Template | undefined
}
