/**
 * Payment for calls, which this node never requires.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/rpc/payment.ts'
import type { NodeContext } from '../../context.ts'
import { NodeRpcError, StatusError } from '../errors.ts'
import { okStatus, okPaid } from '../ok-status.ts'

export const rpcPayment = ({ state: { tracker } }: NodeContext) =>
  ({
    rpc_access_info: () => ({
      ...okPaid,
      hashing_blob: '',
      seed_height: 0n,
      seed_hash: '',
      next_seed_hash: '',
      cookie: 0,
      diff: 0n,
      credits_per_hash_found: 0n,
      height: 0n,
    }),
    rpc_access_submit_nonce: notNecessary,
    rpc_access_pay: notNecessary,
    rpc_access_tracking({ clear }) {
      if (!clear) return { ...okStatus, data: tracker.list() }
      tracker.clear()
      return okStatus
    },
    rpc_access_data: notEnabled,
    rpc_access_account: notEnabled,
  }) satisfies Backend<typeof contracts>

function notNecessary(): never {
  throw new StatusError('Payment not necessary')
}

function notEnabled(): never {
  throw new NodeRpcError('PAYMENTS_NOT_ENABLED', 'Payments not enabled')
}
