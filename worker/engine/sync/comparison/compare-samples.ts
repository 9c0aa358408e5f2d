/**
 * Compares the wallet's chain with samples of other nodes.
 *
 * Honest nodes can be a few blocks apart, and on different branches for a few blocks. They have the same blocks ten
 * below both tops.
 *
 * A chunk that a page loads when it has samples.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { min } from '#protocol/bigint.ts'
import { settledDepth, type NodeSample } from '#protocol/daemon/node-samples.ts'
import { namedDaemon } from '../../base/daemon-name.ts'
import type { ComparisonResult } from '../../base/events.ts'
import type { OtherNodes } from '../../base/ports.ts'
import type { BlockIds } from '../../ledger/block-ids.ts'

type Chain = Pick<BlockIds, 'height' | 'at'>

/** @param daemon - Name of the daemon that served the chain. */
export function compareSamples(
  chain: Chain,
  daemon: string,
  samples: readonly NodeSample[],
  { includeOwn }: Pick<OtherNodes, 'includeOwn'>,
): ComparisonResult {
  const disagreement = samples
    .map((sample) => differenceOf(chain, daemon, sample))
    .find((difference) => difference !== undefined)
  const uncompared = samples.flatMap((sample) => obstacleTo(chain, sample) ?? [])
  const agreeing = samples.filter((sample) => hasTopOf(chain, sample)).length
  const isAgreed = disagreement === undefined && agreeing >= (includeOwn ? 2 : 1)
  return {
    uncompared,
    ...(isAgreed && { agreedHeight: chain.height }),
    ...(disagreement !== undefined && { disagreement }),
  }
}

/**
 * Why nothing may be sent at a daemon's rate: a node with the wallet's top block has another one. Estimates follow from
 * blocks alone.
 *
 * @param tier - Index of the rate among those of an estimate.
 */
export function feeDifference(
  chain: Chain,
  daemon: string,
  samples: readonly NodeSample[],
  { tier, perByte }: { tier: number; perByte: bigint },
): string | undefined {
  for (const sample of samples) {
    const other = sample.fees[tier]
    if (other === undefined || !hasTopOf(chain, sample) || isNear(perByte, other)) continue
    const difference = `a byte costs ${perByte} piconero at the first and ${other} at the second`
    return disagreementOf(daemon, sample.name, difference)
  }
  return undefined
}

/** Requests that are seconds apart can see different top blocks. */
const isNear = (one: bigint, other: bigint) => 10n * one <= 11n * other && 10n * other <= 11n * one

/** Whether the node's top block is the wallet's. */
const hasTopOf = (chain: Chain, { height, top_id: topId }: NodeSample): boolean =>
  height === chain.height && topId === idAt(chain, height - 1n)

/** Why nothing may be sent: both names, what differs, and what to do. */
const disagreementOf = (daemon: string, other: string, difference: string): string =>
  `${namedDaemon(daemon)} and ${namedDaemon(other)} disagree: ${difference}. Nothing is sent until they agree. ` +
  'Look this up in another source, and use daemons that agree with it'

function differenceOf(chain: Chain, daemon: string, sample: NodeSample): string | undefined {
  // The oldest, where the chains are known to differ.
  const settled = commonBlocks(chain, sample).findLast(
    ({ height, id }) => id !== idAt(chain, height),
  )
  if (!settled) return undefined
  const { height, id } = settled
  const difference = `block ${height} is ${idAt(chain, height)} at the first and ${id} at the second`
  return disagreementOf(daemon, sample.name, difference)
}

/** The node's settled blocks that are settled in the wallet's chain too, and known. */
function commonBlocks(chain: Chain, sample: NodeSample) {
  const deepest = min(chain.height, sample.height) - 1n - settledDepth
  return sample.settled.filter(
    ({ height }) => height <= deepest && idAt(chain, height) !== undefined,
  )
}

/** Why the node's chain could not be compared. */
function obstacleTo(chain: Chain, sample: NodeSample): string | undefined {
  const { name, problem } = sample
  if (problem === undefined && (hasTopOf(chain, sample) || commonBlocks(chain, sample).length > 0))
    return undefined
  return `${namedDaemon(name)} is not compared: ${problem ?? distance(chain, sample)}`
}

// Without numbers, so that the text of a node that synchronises stays the same.
function distance(chain: Chain, { height }: NodeSample): string {
  if (height === chain.height) return 'the chains are too short'
  return height < chain.height ? 'it is behind the wallet' : 'it is ahead of the wallet'
}

function idAt(chain: Chain, height: bigint): string | undefined {
  const id = chain.at(height)
  return id && bytesToHex(id)
}
