/**
 * The chain as a whole: versions, fees, sums, pruning.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/rpc/chain.ts'
import { forks } from '#protocol/rules/forks.ts'
import { quantizationMask } from '#protocol/rules/fees.ts'
import type { NodeContext } from '../../context.ts'
import { StatusError } from '../errors.ts'
import { estimateFees } from '../fee-estimate.ts'
import { infoOf } from '../get-info.ts'
import { okStatus, okPaid } from '../ok-status.ts'
import { emissionFields, feeFields } from '../uint128.ts'

/** monero CORE_RPC_VERSION: 3.16 */
const rpcVersion = 0x3_0010

export const rpcChain = (context: NodeContext) => {
  const { chain, options } = context
  return {
    get_info: () => infoOf(context),
    hard_fork_info({ version }) {
      const votes = chain.forkVotes(version || nextVersion(context))
      return {
        ...okPaid,
        version: votes.version,
        enabled: votes.enabled,
        window: votes.window,
        votes: votes.votes,
        threshold: votes.threshold,
        voting: votes.voting,
        // "Likely forked": all known forks were long ago, so a newer one probably exists.
        state: 0,
        earliest_height: votes.earliestHeight,
      }
    },
    get_version: () => ({
      ...okStatus,
      version: rpcVersion,
      release: false,
      current_height: chain.height(),
      hard_forks: forks[options.network].map(({ version, height }) => ({
        hf_version: version,
        height,
      })),
    }),
    get_fee_estimate({ grace_blocks }) {
      const fees = estimateFees(chain, grace_blocks)
      return { ...okPaid, fee: fees[0]!, quantization_mask: quantizationMask, fees }
    },
    get_coinbase_tx_sum({ height, count }) {
      const blocks = chain.height()
      if (height >= blocks || count > blocks) throw new StatusError('height or count is too large')
      const { emission, fees } = chain.coinbaseSum(height, count)
      return { ...okPaid, ...emissionFields(emission), ...feeFields(fees) }
    },
    prune_blockchain({ check }) {
      const seed = check ? chain.pruningSeed() : chain.prune()
      return { ...okStatus, pruned: seed !== 0, pruning_seed: seed }
    },
    // Invalid transactions are not cached, so there is nothing to remove for `bad_txs`.
    flush_cache({ bad_blocks }) {
      if (bad_blocks) chain.forgetInvalid()
      return okStatus
    },
  } satisfies Backend<typeof contracts>
}

/** Version of the next fork; of the last one if there is no next one. */
function nextVersion({ chain, options }: NodeContext): number {
  const known = forks[options.network]
  const next = known.find(({ height }) => height > chain.height()) ?? known.at(-1)!
  return next.version
}
