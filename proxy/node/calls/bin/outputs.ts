/**
 * Calls at `/NAME.bin`.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Backend } from '#protocol/contract.ts'
import type { bin } from '#protocol/daemon/calls.ts'
import type { NodeContext } from '../../context.ts'
import { NodeRpcError, StatusError } from '../errors.ts'
import { okPaid } from '../ok-status.ts'
import { distributionsOf, getOutsBin } from '../output-counts.ts'
import { getBlocks, getBlocksByHeight, getHashes, getOutputIndices } from './blocks.ts'

export const binaryCalls = (context: NodeContext) =>
  ({
    get_blocks: (params) => getBlocks(context, params),
    get_blocks_by_height: ({ heights }) => getBlocksByHeight(context, heights),
    get_hashes: (params) => getHashes(context, params),
    get_o_indexes: ({ txid }) => getOutputIndices(context, txid),
    get_outs: ({ outputs, get_txid }) => getOutsBin(context, outputs, get_txid),
    get_output_distribution(params) {
      if (!params.binary) throw new StatusError('Binary only call')
      try {
        return { ...okPaid, distributions: distributionsOf(context, params) }
      } catch (error) {
        // It has no place for an error beside its status.
        if (error instanceof NodeRpcError) throw new StatusError(error.message)
        throw error
      }
    },
    get_transaction_pool_hashes() {
      const entries = context.pool.entries({ sensitive: !context.restricted })
      return { ...okPaid, tx_hashes: entries.map(({ id }) => hexToBytes(id)) }
    },
  }) satisfies Backend<typeof bin>
