/**
 * The state of a node without its chain. As in monerod, it is lost when the program ends.
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
  /** Statistics of calls. */
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
