import { call } from '../contract.ts'
import { bool, list, object, u64 } from '../../fields.ts'
import { outputDistribution, ringCtOnly } from '../distribution.ts'
import { large, small } from '../limits.ts'
import { outputsCap, wantedOutputs } from '../wanted-outputs.ts'
import { hash } from '../packed.ts'
import { client, paidStatus } from '../status.ts'

export const get_o_indexes = call({
  summary: 'Global indices of the outputs of a transaction',
  limit: small,
  bootstrap: 'answers',
  params: { ...client, txid: hash.default(new Uint8Array(32)) },
  result: { ...paidStatus, o_indexes: list(u64).default([]) },
  source: 'rpc/core_rpc_server.cpp on_get_indexes',
})

export const get_outs = call({
  summary: 'Keys and commitments of outputs',
  limit: large,
  onRestricted: { cap: outputsCap },
  bootstrap: 'answers',
  longAnswer: true,
  params: { ...wantedOutputs, get_txid: bool.default(true) },
  result: {
    ...paidStatus,
    outs: list(
      object({
        key: hash.describe('One-time key.'),
        mask: hash.describe('Commitment to the amount.'),
        unlocked: bool,
        height: u64,
        txid: hash,
      }),
    ).default([]),
  },
  source: 'rpc/core_rpc_server.cpp on_get_outs_bin',
})

export const get_output_distribution = call({
  summary: 'Number of outputs in each block',
  limit: large,
  onRestricted: { cap: { ...ringCtOnly, refusal: { http: 500 } } },
  bootstrap: 'answers',
  longAnswer: true,
  ...outputDistribution,
})
