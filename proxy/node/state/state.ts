/**
 * The state of a node without its chain. As in monerod, it is lost when the program ends.
 *
 * @module
 */
import type { Clock } from '../types.ts'
import { Bans } from './bans.ts'
import { BlockCache } from './block-cache.ts'
import { LogCategories } from '#protocol/log-categories.ts'
import { NetworkLimits } from './limits.ts'
import { Tracker } from './tracker.ts'

export type NodeState = {
  bans: Bans
  limits: NetworkLimits
  log: LogCategories
  /** Statistics of calls. */
  tracker: Tracker
  /** Blocks for wallets; undefined on hosts with too little memory. */
  blocks: BlockCache | undefined
  /** Unix seconds. */
  startTime: bigint
}

/** @param keepsBlocks - Whether the host has memory for a cache of blocks. */
export const newState = (clock: Clock, { keepsBlocks = true } = {}): NodeState => ({
  bans: new Bans(clock),
  limits: new NetworkLimits(),
  log: new LogCategories(),
  tracker: new Tracker(),
  blocks: keepsBlocks ? new BlockCache() : undefined,
  startTime: clock.now(),
})
