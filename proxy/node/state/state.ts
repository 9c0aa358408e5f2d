/**
 * What a node keeps beside its chain while it runs. monerod writes none of it down either.
 *
 * @module
 */
import type { Clock } from '../types.ts'
import { Bans } from './bans.ts'
import { LogCategories } from '#protocol/log-categories.ts'
import { NetworkLimits } from './limits.ts'
import { Tracker } from './tracker.ts'

export type NodeState = {
  bans: Bans
  limits: NetworkLimits
  log: LogCategories
  /** How often each call was made. */
  tracker: Tracker
  /** Unix seconds. */
  startTime: bigint
}

export const newState = (clock: Clock): NodeState => ({
  bans: new Bans(clock),
  limits: new NetworkLimits(),
  log: new LogCategories(),
  tracker: new Tracker(),
  startTime: clock.now(),
})
