/**
 * The transaction pool at `/NAME.bin`.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { BinaryBackend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/bin/pool.ts'
import type { NodeContext } from '../../context.ts'
import { okPaid } from '../ok-status.ts'

export const binPool = ({ pool, restricted }: NodeContext) =>
  ({
    get_transaction_pool_hashes() {
      const entries = pool.entries({ sensitive: !restricted })
      return { ...okPaid, tx_hashes: entries.map(({ id }) => hexToBytes(id)) }
    },
  }) satisfies BinaryBackend<typeof contracts>
