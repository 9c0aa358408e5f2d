/**
 * Peers of a node that has none, and who is banned.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as jsonContracts from '#protocol/daemon/json/peers.ts'
import type * as rpcContracts from '#protocol/daemon/rpc/peers.ts'
import { stripeOf } from '../../blockchain/pruning.ts'
import type { NodeContext } from '../../context.ts'
import { NodeRpcError, StatusError } from '../errors.ts'
import { ok, okPaid } from '../ok-status.ts'

export const peersAtPaths = ({ state }: NodeContext) =>
  ({
    get_peer_list: () => ok,
    get_public_nodes: () => ok,
    get_net_stats: () => ({
      ...ok,
      start_time: state.startTime,
      total_packets_in: 0n,
      total_bytes_in: 0n,
      total_packets_out: 0n,
      total_bytes_out: 0n,
    }),
    get_limit: () => ({ ...ok, limit_up: state.limits.up, limit_down: state.limits.down }),
    set_limit({ limit_down, limit_up }) {
      const { limits } = state
      if (!limits.setBandwidth({ down: limit_down, up: limit_up }))
        throw new StatusError('Invalid parameter')
      return { ...ok, limit_up: limits.up, limit_down: limits.down }
    },
    out_peers({ set, out_peers }) {
      if (set) state.limits.outPeers = out_peers
      return { ...ok, out_peers: state.limits.outPeers }
    },
    in_peers({ set, in_peers }) {
      if (set) state.limits.inPeers = in_peers
      return { ...ok, in_peers: state.limits.inPeers }
    },
  }) satisfies Backend<typeof jsonContracts>

export const peers = ({ chain, state: { bans } }: NodeContext) =>
  ({
    get_connections: () => ok,
    sync_info: () => ({
      ...okPaid,
      height: chain.height(),
      target_height: 0n,
      // Of the next block, as long as nobody tells how many there are.
      next_needed_pruning_seed: stripeOf(Number(chain.height())),
      overview: '[]',
    }),
    // Those before one that is none stay, as monerod leaves them.
    set_bans(params) {
      for (const { host, ip, ban, seconds } of params.bans) {
        if (host === '' && ip === 0) throw new NodeRpcError('WRONG_PARAM', 'No ip/host supplied')
        if (host === '') bans.setIp(ip, ban, seconds)
        else if (!bans.set(host, ban, seconds))
          throw new NodeRpcError('WRONG_PARAM', 'Unsupported host/subnet type')
      }
      return ok
    },
    get_bans: () => ({ ...ok, bans: bans.list() }),
    banned({ address }) {
      const seconds = bans.left(address)
      if (seconds === undefined) throw new NodeRpcError('WRONG_PARAM', 'Unsupported host type')
      return { status: 'OK', banned: seconds > 0n, seconds: Number(BigInt.asUintN(32, seconds)) }
    },
  }) satisfies Backend<typeof rpcContracts>
