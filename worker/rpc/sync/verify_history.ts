import { u32, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const verify_history = walletMethod({
  summary:
    'Proves received payments by whole blocks: all since the restore height, so that the daemon does not learn which of them pay this wallet',
  params: {
    start_height: u64
      .default(0n)
      .describe(
        'Lowest block of the range; at least the restore height. A call with another value begins a new range.',
      ),
    blocks: u32
      .default(0)
      .describe(
        'Blocks to verify in this call, rounded up to groups of 64; 0 requests nothing. Call it again until `blocks_left` is 0: each call continues where the last one ended, also after a failure or a restart.',
      ),
  },
  result: {
    start_height: u64.describe('Lowest block of the range.'),
    next_height: u64.describe(
      'Blocks from here to below `end_height` are verified. The range is verified from the top down.',
    ),
    end_height: u64.describe('Above the highest block of the range.'),
    blocks_left: u64.describe(
      'Without blocks that an earlier range covered. When it is 0, the next call begins with the blocks that came since.',
    ),
    bytes_left: u64.describe(
      'Estimated download for them, from the number of outputs in these blocks.',
    ),
    unverified_payments: u64.describe(
      'Received payments with `unverified`, in the range or not. 0 if the daemon always sent the hashes of pruned data, as `nightjar-node` does: then nothing needs to be verified.',
    ),
  },
  refusedWhen: ['restricted', 'background'],
  errors: ['NO_DAEMON_CONNECTION', 'DAEMON_IS_BUSY', 'UNKNOWN_ERROR'],
  source: 'rpc/core_rpc_server.cpp on_get_blocks_by_height',

  async run(wallet, { start_height, blocks }) {
    const left = await wallet.sync.verifyHistory(start_height, blocks)
    return {
      start_height: left.first,
      next_height: left.next,
      end_height: left.top,
      blocks_left: left.blocksLeft,
      bytes_left: left.bytesLeft,
      unverified_payments: BigInt(left.unverified),
    }
  },
})
