/**
 * `get_output_distribution`: how many outputs each block added.
 *
 * @module
 */
import { max } from '#protocol/bigint.ts'
import { varint } from '#protocol/chain/varint.ts'
import type { Answer } from '#protocol/contract.ts'
import type { outputDistribution } from '#protocol/daemon/distribution.ts'
import type { Value } from '#protocol/fields.ts'
import { joinBytes } from '#protocol/bytes.ts'
import { heightOf } from '#protocol/rules/forks.ts'
import type { NodeContext } from '../context.ts'
import { NodeRpcError } from './errors.ts'

type Distribution = typeof outputDistribution
type DistributionParams = Value<Distribution['params']>
type Distributions = NonNullable<Answer<Distribution['result']>['distributions']>

/** `get_output_distribution`, in JSON and in bytes. @throws NodeRpcError for invalid heights. */
export function distributionsOf(context: NodeContext, params: DistributionParams): Distributions {
  return params.amounts.map((amount) => {
    const { start, base, counts } = distributionOf(context, amount, params)
    const { binary, compress } = params
    const compressed = binary && compress
    return {
      amount,
      start_height: start,
      binary,
      compress,
      base,
      ...(compressed
        ? { compressed_data: joinBytes(Array.from(counts, (count) => varint(count))) }
        : { distribution: counts }),
    }
  })
}

/**
 * Number of outputs of each block from `start` on, or cumulative numbers.
 *
 * @see monero src/cryptonote_core/blockchain.cpp get_output_distribution
 */
function distributionOf(
  { chain, options }: NodeContext,
  amount: bigint,
  { from_height, to_height, cumulative }: DistributionParams,
) {
  const last = to_height || chain.height() - 1n
  // RingCT started with version 4; on a private chain it counts from the genesis block.
  const ringCtFrom = options.network === 'fakechain' ? 0n : heightOf(options.network, 4)!
  const earliest = amount === 0n ? ringCtFrom : 0n
  const start = max(from_height, earliest)
  if (last < from_height || start >= chain.height() || last >= chain.height())
    throw new NodeRpcError('INTERNAL_ERROR', 'Failed to get output distribution')

  const before = start > 0n ? chain.outputCountUpTo(amount, start - 1n) : 0n
  const counts = BigUint64Array.from(chain.outputsPerBlock(amount, start, last))
  // For pre-RingCT amounts, the first count includes all earlier outputs.
  const base = amount === 0n ? before : 0n
  if (cumulative || amount !== 0n) counts[0] = counts[0]! + before
  if (cumulative) for (let at = 1; at < counts.length; at++) counts[at]! += counts[at - 1]!
  return { start, base, counts }
}
