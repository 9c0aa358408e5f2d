/**
 * Block templates, submitted blocks and proof of work.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/rpc/mining.ts'
import { versionAt } from '#protocol/rules/forks.ts'
import { seedHeight } from '#protocol/rules/seed-height.ts'
import type { NodeContext } from '../../context.ts'
import { minerBacklog } from '../../pool/block-template.ts'
import { addAuxPow } from '../aux-pow.ts'
import { calcPow } from '../calc-pow.ts'
import { getBlockTemplate } from '../get-block-template.ts'
import { okStatus } from '../ok-status.ts'
import { submitBlock } from '../submit-block.ts'
import { wideHex } from '../uint128.ts'

export const rpcMining = (context: NodeContext) => {
  const { chain, pool, options, seedEpoch } = context
  return {
    get_block_template: (params) => getBlockTemplate(context, params),
    get_miner_data() {
      const height = chain.height()
      return {
        ...okStatus,
        major_version: versionAt(options.network, height),
        height,
        prev_id: chain.topId(),
        seed_hash: chain.idAt(seedHeight(height, seedEpoch))!,
        difficulty: wideHex(chain.nextDifficulty()),
        median_weight: chain.weightMedian(),
        already_generated_coins: chain.tip().generatedCoins,
        tx_backlog: minerBacklog(pool, chain.view()).map(({ id, weight, fee }) => ({
          id,
          weight,
          fee,
        })),
      }
    },
    calc_pow: (params) => calcPow(context, params),
    add_aux_pow: (params) => addAuxPow(context, params),
    submit_block: ({ value }) => submitBlock(context, value),
  } satisfies Backend<typeof contracts>
}
