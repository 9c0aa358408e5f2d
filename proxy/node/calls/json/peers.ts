/**
 * Peers, of which this node has none, and bandwidth limits.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/json/peers.ts'
import type { NodeContext } from '../../context.ts'
import { StatusError } from '../errors.ts'
import { okStatus } from '../ok-status.ts'

export const jsonPeers = ({ state }: NodeContext) =>
  ({
    get_peer_list: () => okStatus,
    get_public_nodes: () => okStatus,
    get_net_stats: () => ({
      ...okStatus,
      start_time: state.startTime,
      total_packets_in: 0n,
      total_bytes_in: 0n,
      total_packets_out: 0n,
      total_bytes_out: 0n,
    }),
    get_limit: () => ({ ...okStatus, limit_up: state.limits.up, limit_down: state.limits.down }),
    set_limit({ limit_down, limit_up }) {
      const { limits } = state
      if (!limits.setBandwidth({ down: limit_down, up: limit_up }))
        throw new StatusError('Invalid parameter')
      return { ...okStatus, limit_up: limits.up, limit_down: limits.down }
    },
    out_peers({ set, out_peers }) {
      if (set) state.limits.outPeers = out_peers
      return { ...okStatus, out_peers: state.limits.outPeers }
    },
    in_peers({ set, in_peers }) {
      if (set) state.limits.inPeers = in_peers
      return { ...okStatus, in_peers: state.limits.inPeers }
    },
  }) satisfies Backend<typeof contracts>
