/**
 * Outputs at `/NAME.bin`: their indices, keys and counts.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { BinaryBackend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/bin/outputs.ts'
import type { NodeContext } from '../../context.ts'
import { NodeRpcError, StatusError } from '../errors.ts'
import { getOutsBin } from '../get-outs.ts'
import { okPaid } from '../ok-status.ts'
import { distributionsOf } from '../output-distribution.ts'

export const binOutputs = (context: NodeContext) =>
  ({
    get_o_indexes({ txid }) {
      const found = context.chain.transaction(bytesToHex(txid))
      if (!found) throw new StatusError('Failed')
      return { ...okPaid, o_indexes: found.outputIndices }
    },
    get_outs: ({ outputs, get_txid }) => getOutsBin(context, outputs, get_txid),
    get_output_distribution(params) {
      if (!params.binary) throw new StatusError('Binary only call')
      try {
        return { ...okPaid, distributions: distributionsOf(context, params) }
      } catch (error) {
        // This answer has no place for a JSON-RPC error: monerod writes its message as the status.
        if (error instanceof NodeRpcError) throw new StatusError(error.message)
        throw error
      }
    },
  }) satisfies BinaryBackend<typeof contracts>
