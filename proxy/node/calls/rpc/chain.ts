/**
 * The chain as a whole: versions, fees, sums, what is kept of it.
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
        // All forks that are known were long ago: there is likely a newer one.
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
    // No transaction that was found invalid is remembered: it is found so again.
    flush_cache({ bad_blocks }) {
      if (bad_blocks) chain.forgetInvalid()
      return okStatus
    },
  } satisfies Backend<typeof contracts>
}

/** Of the fork after the one that holds; the last one when there is none. */
function nextVersion({ chain, options }: NodeContext): number {
  const known = forks[options.network]
  const next = known.find(({ height }) => height > chain.height()) ?? known.at(-1)!
  return next.version
}
