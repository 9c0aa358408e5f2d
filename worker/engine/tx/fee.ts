/**
 * The fee of a transaction by its weight.
 *
 * @module
 */
import { feeForWeight } from '#protocol/rules/fees.ts'

/** Fee per byte of weight, and the mask that fees are rounded up to. */
export type FeeRate = { perByte: bigint; mask: bigint }

/** The fee a transaction of `weight` needs. */
export const feeOf = ({ perByte, mask }: FeeRate, weight: number): bigint =>
  feeForWeight(weight, perByte, mask)
