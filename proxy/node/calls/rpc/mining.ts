/**
 * Block templates, submitted blocks and proof of work.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/rpc/mining.ts'
import type { NodeContext } from '../../context.ts'
import { addAuxPow } from '../aux-pow.ts'
import { calcPow } from '../calc-pow.ts'
import { getBlockTemplate } from '../get-block-template.ts'
import { minerData } from '../miner-data.ts'
import { okStatus } from '../ok-status.ts'
import { submitBlock } from '../submit-block.ts'

export const rpcMining = (context: NodeContext) =>
  ({
    get_block_template: (params) => getBlockTemplate(context, params),
    get_miner_data: () => ({ ...okStatus, ...minerData(context) }),
    calc_pow: (params) => calcPow(context, params),
    add_aux_pow: (params) => addAuxPow(context, params),
    submit_block: ({ value }) => submitBlock(context, value),
  }) satisfies Backend<typeof contracts>
