/**
 * Outputs: their keys, how many there are, when they were made.
 *
 * @module
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { varint } from '#protocol/chain/varint.ts'
import type { outputDistribution } from '#protocol/daemon/distribution.ts'
import type { Answer } from '#protocol/contract.ts'
import type { Value } from '#protocol/fields.ts'
import { joinBytes } from '#protocol/join-bytes.ts'
import { heightOf } from '#protocol/rules/forks.ts'
import { spendableAge } from '#protocol/rules/limits.ts'
import type { StoredOutput } from '../blockchain/types.ts'
import type { NodeContext } from '../context.ts'
import { isUnlockTimePassed } from '../verify/unlock.ts'
import { NodeRpcError, StatusError } from './errors.ts'
import { okPaid } from './ok-status.ts'

type Wanted = readonly { amount: bigint; index: bigint }[]

/** In the order asked. @throws StatusError when one does not exist. */
function outputsOf({ chain }: NodeContext, wanted: Wanted): StoredOutput[] {
  const byAmount = new Map<bigint, bigint[]>()
  for (const { amount, index } of wanted)
    byAmount.set(amount, [...(byAmount.get(amount) ?? []), index])
  const found = new Map(
    [...byAmount].map(([amount, indices]) => [amount, chain.outputs(amount, indices).values()]),
  )
  return wanted.map(({ amount }) => {
    const output = found.get(amount)!.next().value
    if (!output) throw new StatusError('Failed')
    return output
  })
}

/** `/get_outs`: in hex. */
export function getOuts(context: NodeContext, wanted: Wanted, withId: boolean) {
  const view = context.chain.view()
  const outs = outputsOf(context, wanted).map((output) => ({
    key: bytesToHex(output.key),
    mask: bytesToHex(output.commitment),
    unlocked: isUnlockTimePassed(output.unlockTime, view),
    height: output.height,
    txid: withId ? output.txId : '',
  }))
  return { ...okPaid, outs }
}

/** `/get_outs.bin`: in bytes. */
export function getOutsBin(context: NodeContext, wanted: Wanted, withId: boolean) {
  const view = context.chain.view()
  const outs = outputsOf(context, wanted).map((output) => ({
    key: output.key,
    mask: output.commitment,
    unlocked: isUnlockTimePassed(output.unlockTime, view),
    height: output.height,
    txid: withId ? hexToBytes(output.txId) : new Uint8Array(32),
  }))
  return { ...okPaid, outs }
}

type Distribution = typeof outputDistribution
type DistributionParams = Value<Distribution['params']>
type Distributions = NonNullable<Answer<Distribution['result']>['distributions']>

/** `get_output_distribution`, in JSON and in bytes. @throws NodeRpcError for heights that are none. */
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
 * Outputs of each block from `start` on, or up to each.
 *
 * @see monero src/cryptonote_core/blockchain.cpp get_output_distribution
 */
function distributionOf(
  { chain, options }: NodeContext,
  amount: bigint,
  { from_height, to_height, cumulative }: DistributionParams,
) {
  const last = to_height || chain.height() - 1n
  // RingCT began with version 4; on a private chain it counts from the first block.
  const ringCtFrom = options.network === 'fakechain' ? 0n : heightOf(options.network, 4)!
  const earliest = amount === 0n ? ringCtFrom : 0n
  const start = from_height > earliest ? from_height : earliest
  if (last < from_height || start >= chain.height() || last >= chain.height())
    throw new NodeRpcError('INTERNAL_ERROR', 'Failed to get output distribution')

  const before = start > 0n ? chain.outputCountUpTo(amount, start - 1n) : 0n
  const counts = BigUint64Array.from(chain.outputsPerBlock(amount, start, last))
  // Of amounts in the clear, those before stand in the first count.
  const base = amount === 0n ? before : 0n
  if (cumulative || amount !== 0n) counts[0] = counts[0]! + before
  if (cumulative) for (let at = 1; at < counts.length; at++) counts[at]! += counts[at - 1]!
  return { start, base, counts }
}

type HistogramParams = {
  amounts: readonly bigint[]
  min_count: bigint
  max_count: bigint
  unlocked: boolean
  recent_cutoff: bigint
}

/**
 * How many outputs there are of each amount.
 *
 * @see monero src/blockchain_db/lmdb/db_lmdb.cpp get_output_histogram
 */
export function histogramOf({ chain }: NodeContext, params: HistogramParams) {
  const { amounts, min_count, max_count, unlocked, recent_cutoff } = params
  const all =
    amounts.length === 0
      ? chain.outputAmounts()
      : [...new Set(amounts)]
          .sort((a, b) => (a < b ? -1 : 1))
          .map((amount) => ({ amount, count: chain.outputCount(amount) }))
  return all
    .filter(({ count }) => count >= min_count && (max_count === 0n || count <= max_count))
    .map(({ amount, count }) => {
      const looksAtAge = unlocked || recent_cutoff > 0n
      const mature = looksAtAge ? matureOutputs({ chain }, amount) : 0n
      const older = recent_cutoff > 0n ? outputsBefore({ chain }, amount, recent_cutoff) : mature
      return {
        amount,
        total_instances: count,
        unlocked_instances: mature,
        recent_instances: mature > older ? mature - older : 0n,
      }
    })
}

/** Outputs of an amount in blocks that are old enough to spend from. */
export function matureOutputs({ chain }: Pick<NodeContext, 'chain'>, amount: bigint): bigint {
  const newest = chain.height() - spendableAge
  return newest < 0n ? 0n : chain.outputCountUpTo(amount, newest)
}

// Times of blocks need not ascend: the newest one that is older ends it, as in the reference.
function outputsBefore({ chain }: Pick<NodeContext, 'chain'>, amount: bigint, cutoff: bigint) {
  let height = chain.height() - spendableAge
  while (height >= 0n && chain.infoAt(height)!.timestamp >= cutoff) height--
  return height < 0n ? 0n : chain.outputCountUpTo(amount, height)
}
