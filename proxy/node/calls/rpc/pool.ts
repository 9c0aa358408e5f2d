/**
 * The transaction pool by JSON-RPC.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/rpc/pool.ts'
import type { NodeContext } from '../../context.ts'
import { backlogOf } from '../../pool/backlog.ts'
import type { PoolEntry } from '../../pool/entry.ts'
import { NodeRpcError, StatusError } from '../errors.ts'
import { idOf } from '../hex-params.ts'
import { okStatus, okPaid } from '../ok-status.ts'
import { visibleEntry } from '../visible-entry.ts'

export const rpcPool = (context: NodeContext) => {
  const { pool, clock } = context
  return {
    get_txpool_backlog() {
      const entries = pool.entries({ sensitive: false })
      return { ...okPaid, backlog: packedBacklog(entries, clock.now()) }
    },
    flush_txpool({ txids }) {
      if (txids.length === 0) {
        for (const { id } of pool.entries({ sensitive: true })) pool.drop(id)
        return okStatus
      }
      const known = txids.map(idOf).filter((id) => id !== undefined)
      for (const id of known) pool.drop(id)
      if (known.length === txids.length) return okStatus
      throw new StatusError(
        known.length === 0 ? 'Failed to parse txid' : 'Failed to parse some of the txids',
      )
    },
    relay_tx({ txids }) {
      const isKnown = (id: string) => visibleEntry(context, id) !== undefined
      const faults: string[] = []
      const found: string[] = []
      for (const txid of txids) {
        const id = idOf(txid)
        if (id === undefined) faults.push(`invalid transaction id: ${txid}`)
        else if (!isKnown(id)) faults.push(`transaction not found in pool: ${txid}`)
        else found.push(id)
      }
      for (const id of found) pool.relay(id)
      if (faults.length > 0) throw new NodeRpcError('INTERNAL_ERROR', faults.join(', '))
      return okPaid
    },
  } satisfies Backend<typeof contracts>
}

/** 24 bytes each. */
function packedBacklog(entries: readonly PoolEntry[], now: bigint): Uint8Array {
  const raw = new Uint8Array(24 * entries.length)
  const view = new DataView(raw.buffer)
  backlogOf(entries, now).forEach(({ weight, fee, timeInPool }, at) => {
    view.setBigUint64(24 * at, weight, true)
    view.setBigUint64(24 * at + 8, fee, true)
    view.setBigUint64(24 * at + 16, timeInPool, true)
  })
  return raw
}
