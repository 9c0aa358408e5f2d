/**
 * The chain as a whole, at paths.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/json/chain.ts'
import type { NodeContext } from '../../context.ts'
import { infoOf } from '../get-info.ts'
import { okStatus, okPaid } from '../ok-status.ts'

export const jsonChain = (context: NodeContext) => {
  const { chain } = context
  return {
    get_height: () => ({ height: chain.height(), hash: chain.topId(), ...okStatus }),
    get_info: () => infoOf(context),
    get_alt_blocks_hashes: () => ({
      ...okPaid,
      blks_hashes: chain.alternativeBlocks().map(({ id }) => id),
    }),
    // Every block is on disk before any answer contains it.
    save_bc: () => okStatus,
    pop_blocks({ nblocks }) {
      return { ...okStatus, height: chain.popBlocks(nblocks) }
    },
  } satisfies Backend<typeof contracts>
}
