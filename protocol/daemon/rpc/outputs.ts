import { call, restrictedCode } from '../contract.ts'
import { bool, list, object, u64 } from '../../fields.ts'
import { outputDistribution, ringCtOnly } from '../distribution.ts'
import { large } from '../limits.ts'
import { client, paidStatus } from '../status.ts'

export const get_output_histogram = call({
  summary: 'Number of outputs of each amount',
  sentDefaults: { min_count: 0n, max_count: 0n, unlocked: false, recent_cutoff: 0n },
  limit: large,
  onRestricted: {
    cap: {
      list: 'amounts',
      accepts: { atLeast: 1 },
      refusal: {
        status:
          'Restricted RPC will not serve histograms on the whole blockchain. Use your own node.',
      },
    },
  },
  bootstrap: 'answers',
  longAnswer: true,
  params: {
    ...client,
    amounts: list(u64).default([]).describe('In piconero; 0 for RingCT. If empty, all amounts.'),
    min_count: u64.default(0n),
    max_count: u64.default(0n),
    unlocked: bool.default(false).describe('Count only unlocked outputs.'),
    recent_cutoff: u64.default(0n).describe('Unix seconds from which an output is recent.'),
  },
  result: {
    ...paidStatus,
    histogram: list(
      object({
        amount: u64,
        total_instances: u64,
        unlocked_instances: u64,
        recent_instances: u64,
      }),
    ).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_output_histogram',
})

export const get_output_distribution = call({
  summary: 'Number of outputs in each block',
  limit: large,
  onRestricted: {
    cap: {
      ...ringCtOnly,
      refusal: {
        code: restrictedCode,
        message:
          'Restricted RPC can only get output distribution for rct outputs. Use your own node.',
      },
    },
  },
  bootstrap: 'answers',
  longAnswer: true,
  ...outputDistribution,
})
