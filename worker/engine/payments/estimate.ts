/**
 * Estimates the size of a transaction from its input and output counts.
 *
 * @module
 */
import { estimatePlainSize, estimateSize, estimateWeight } from '#protocol/chain/weights.ts'
import { ringSize } from '#protocol/rules/limits.ts'
import type { Daemon } from '../base/ports.ts'
import { rulesOf } from './fork-rules.ts'

export type TransactionCounts = {
  inputs: number
  outputs: number
  /** Members per ring; 0 for the ring size of the current rules. */
  ringSize: number
  /** False for a transaction from before RingCT. */
  ringct: boolean
}

/** Public key and encrypted payment id: the extra of most transactions. */
export const usualExtra = 34 + 10

/** monero reads these counts as signed integers. */
const most = 2 ** 31 - 1

/**
 * Size in bytes, and weight.
 *
 * @returns Undefined for counts that no transaction can have.
 * @throws {RpcError} When the daemon does not report its fork version, or reports an unsupported
 *   one.
 * @see monero src/wallet/wallet2.cpp estimate_tx_size_and_weight
 */
export async function estimateTransaction(
  daemon: Daemon,
  counts: TransactionCounts,
): Promise<{ size: number; weight: number } | undefined> {
  const { inputs, ringct } = counts
  if (inputs === 0 || Math.max(inputs, counts.outputs, counts.ringSize) > most) return undefined
  const version = await rulesOf(daemon)
  const outline = {
    inputs,
    ringSize: counts.ringSize || ringSize(version),
    // A zero-amount dummy output is added to a single output.
    outputs: counts.outputs === 1 ? 2 : counts.outputs,
    extraSize: usualExtra,
  }
  const size = ringct ? estimateSize(outline) : estimatePlainSize(outline)
  const weight = ringct ? estimateWeight(outline) : size
  return Number.isSafeInteger(weight) ? { size, weight } : undefined
}
