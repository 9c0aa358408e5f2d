/**
 * The fee of a transaction by its weight.
 *
 * @module
 */
import { feeForWeight } from '#protocol/rules/fees.ts'

/** What weight is multiplied by and rounded to. */
export type FeeRate = { perByte: bigint; mask: bigint }

/** The fee a transaction of `weight` needs. */
export const feeOf = ({ perByte, mask }: FeeRate, weight: number): bigint =>
  feeForWeight(weight, perByte, mask)
