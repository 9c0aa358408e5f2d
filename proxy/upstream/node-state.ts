/**
 * What is known about one of several nodes, for metrics, health and the operator. Never its address.
 *
 * @module
 */
import type { UnavailableReason } from './node.ts'

/**
 * - `agrees`: at a settled height, another node that is used has the same block.
 * - `disagrees`: it has another block than the majority, or is of another network. It is never used.
 * - `unconfirmed`: no other node that is used was compared with it.
 */
export type Agreement = 'agrees' | 'disagrees' | 'unconfirmed'

export type NodeState = {
  /** From 1, in the order of the operator. */
  number: number
  /** By the last probe. */
  state: 'unprobed' | 'answers' | 'unavailable'
  /** Blocks of the node, at its last answer. Undefined before the first; so is the latency. */
  height: bigint | undefined
  /** Median time of the last probes. */
  latencyMs: number | undefined
  agreement: Agreement
  /** Requests go to this node first. */
  isFirst: boolean
}

/** Why a probe has no result. `refused`: the node answered with an error of its own. */
export type ProbeProblem = UnavailableReason | 'refused'

/** A change in the state of the nodes. Nodes appear by number. */
export type RankingEvent =
  | { event: 'upstream_lost'; node: number; problem: ProbeProblem }
  | { event: 'upstream_back'; node: number }
  /** Requests go first to another node. */
  | { event: 'upstream_switched'; from: number; to: number }
  /** Of another chain than the majority at `height`, or of another network without one. It is not used. */
  | { event: 'upstream_disagrees'; node: number; height: bigint | undefined }
  | { event: 'upstream_agrees'; node: number }
