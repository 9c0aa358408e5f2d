/**
 * How large a transaction will be, before anything of it is known but its counts.
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
  /** Members per ring; 0 for as many as the rules say. */
  ringSize: number
  /** False for a transaction as they were before RingCT. */
  ringct: boolean
}

/** Public key, and encrypted payment id: what most transactions have. */
const usualExtra = 34 + 10

/** Counts are signed in monero. */
const most = 2 ** 31 - 1

/**
 * Size in bytes, and weight.
 *
 * @returns Undefined for counts that no transaction has.
 * @throws {RpcError} When the daemon does not say which rules hold, or says others than we know.
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
    // Where one is wanted, a second goes to nobody.
    outputs: counts.outputs === 1 ? 2 : counts.outputs,
    extraSize: usualExtra,
  }
  const size = ringct ? estimateSize(outline) : estimatePlainSize(outline)
  const weight = ringct ? estimateWeight(outline) : size
  return Number.isSafeInteger(weight) ? { size, weight } : undefined
}
