/**
 * Peers, of which this node has none, and bans.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/rpc/peers.ts'
import { stripeOf } from '../../blockchain/pruning.ts'
import type { NodeContext } from '../../context.ts'
import { NodeRpcError } from '../errors.ts'
import { okStatus, okPaid } from '../ok-status.ts'

export const rpcPeers = ({ chain, state: { bans } }: NodeContext) =>
  ({
    get_connections: () => okStatus,
    sync_info: () => ({
      ...okPaid,
      height: chain.height(),
      target_height: 0n,
      // The stripe of the next block, because no peer reports a target height.
      next_needed_pruning_seed: stripeOf(Number(chain.height())),
      overview: '[]',
    }),
    // Bans before an invalid one stay, as in monerod.
    set_bans(params) {
      for (const { host, ip, ban, seconds } of params.bans) {
        if (host === '' && ip === 0) throw new NodeRpcError('WRONG_PARAM', 'No ip/host supplied')
        if (host === '') bans.setIp(ip, ban, seconds)
        else if (!bans.set(host, ban, seconds))
          throw new NodeRpcError('WRONG_PARAM', 'Unsupported host/subnet type')
      }
      return okStatus
    },
    get_bans: () => ({ ...okStatus, bans: bans.list() }),
    banned({ address }) {
      const seconds = bans.left(address)
      if (seconds === undefined) throw new NodeRpcError('WRONG_PARAM', 'Unsupported host type')
      return { status: 'OK', banned: seconds > 0n, seconds: Number(BigInt.asUintN(32, seconds)) }
    },
  }) satisfies Backend<typeof contracts>
