import { RpcError } from '#protocol/errors.ts'
import { bool, u32, u64 } from '#protocol/fields.ts'
import type { Daemon } from '../../engine/base/ports.ts'
import { estimateTransaction, type TransactionCounts } from '../../engine/payments/estimate.ts'
import { requireDaemon } from '../../engine/base/daemon-errors.ts'
import { walletMethod } from '../method.ts'

export const estimate_tx_size_and_weight = walletMethod({
  summary: 'Estimates the size and weight of a transaction',
  params: {
    n_inputs: u32.default(0).describe('At least 1.'),
    n_outputs: u32.default(0).describe('Including change.'),
    ring_size: u32.default(0).describe('0 for the ring size of the consensus rules.'),
    rct: bool.default(true).describe('Whether amounts are hidden.'),
  },
  result: { size: u64.describe('In bytes.'), weight: u64 },
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_estimate_tx_size_and_weight',

  async run({ daemon }, { n_inputs: inputs, n_outputs: outputs, ring_size: ringSize, rct }) {
    const counts = { inputs, outputs, ringSize, ringct: rct }
    const { size, weight } = await estimate(daemon, counts)
    return { size: BigInt(size), weight: BigInt(weight) }
  },
})

async function estimate(daemon: Daemon | undefined, counts: TransactionCounts) {
  try {
    const estimated = await estimateTransaction(requireDaemon(daemon), counts)
    if (estimated) return estimated
  } catch (error) {
    if (error instanceof RpcError) throw undetermined(error.message)
    throw error
  }
  throw undetermined('these counts are of no transaction')
}

const undetermined = (why: string) =>
  new RpcError('UNKNOWN_ERROR', 'Failed to determine size and weight', why)
