/**
 * Number of RingCT outputs per block, as the daemon reports it.
 *
 * @module
 */
import { ChainError, Reader } from '#protocol/chain/reader.ts'
import { spendableAge } from '#protocol/rules/limits.ts'
import type { Daemon } from '../../base/ports.ts'
import { askDaemon, transferError } from '../../base/daemon-errors.ts'

const failed = 'failed to get output distribution'

/**
 * Cumulative number of RingCT outputs up to each block, from the first block that has any.
 *
 * @throws {RpcError} When the daemon cannot be reached, or its answer is inconsistent.
 * @see monero src/wallet/wallet2.cpp get_rct_distribution
 */
export async function outputCounts(daemon: Daemon): Promise<Float64Array> {
  const request = { amounts: [0n], compress: true }
  const answer = await askDaemon(daemon.bin.get_output_distribution(request), failed)
  const [only] = answer.distributions
  if (!only || answer.distributions.length !== 1 || only.amount !== 0n) throw transferError(failed)
  const added = only.compress ? unpacked(only.compressed_data) : only.distribution
  return accumulated(added)
}

function unpacked(data: Uint8Array): bigint[] {
  try {
    const reader = new Reader(data)
    const counts: bigint[] = []
    while (reader.left > 0) counts.push(reader.varint('output count'))
    return counts
  } catch (error) {
    if (error instanceof ChainError) throw transferError(failed)
    throw error
  }
}

function accumulated(added: ArrayLike<bigint>): Float64Array {
  const counts = new Float64Array(added.length)
  let sum = 0
  for (let block = 0; block < counts.length; block++) {
    sum += Number(added[block]!)
    counts[block] = sum
  }
  // Near the start of RingCT there are too few outputs to choose from.
  const enough = counts.length > Number(spendableAge)
  if (!enough || !Number.isSafeInteger(sum) || sum === 0) throw transferError(failed)
  return counts
}
