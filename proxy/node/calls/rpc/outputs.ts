/**
 * Numbers of outputs, by amount and by block.
 *
 * @module
 */
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/rpc/outputs.ts'
import type { NodeContext } from '../../context.ts'
import { StatusError } from '../errors.ts'
import { okPaid } from '../ok-status.ts'
import { distributionsOf } from '../output-distribution.ts'
import { histogramOf } from '../output-histogram.ts'

/** Seconds: how far back restricted nodes count. monero OUTPUT_HISTOGRAM_RECENT_CUTOFF_RESTRICTION */
const publicCutoff = 3n * 86_400n

export const rpcOutputs = (context: NodeContext) =>
  ({
    get_output_histogram(params) {
      const { recent_cutoff } = params
      const isOld = recent_cutoff > 0n && recent_cutoff < context.clock.now() - publicCutoff
      if (context.restricted && isOld) throw new StatusError('Recent cutoff is too old')
      return { ...okPaid, histogram: histogramOf(context, params) }
    },
    get_output_distribution: (params) => ({
      ...okPaid,
      distributions: distributionsOf(context, params),
    }),
  }) satisfies Backend<typeof contracts>
