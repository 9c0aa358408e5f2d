import { list, object, u32, u64 } from '#protocol/fields.ts'
import { requireDaemon } from '../../../engine/base/daemon-errors.ts'
import { feeBasis } from '../../../engine/payments/fees/fee-cap.ts'
import { hostMethod } from '../../method.ts'

export const preview_fees = hostMethod({
  summary: 'Usual fees and waiting times of all priorities, before a payment is built',
  params: {},
  result: {
    automatic: u32.describe('The priority that 0 means now; 0 where it is unknown.'),
    priorities: list(
      object({
        priority: u32,
        fees: list(u64).describe('In piconero, by the number of recipients, from one on.'),
        blocks: u32
          .optional()
          .describe('Blocks until a block has room for the payment, if the node reports its pool.'),
      }),
    ),
  },
  errors: ['NOT_OPEN', 'NO_DAEMON_CONNECTION', 'DAEMON_IS_BUSY', 'GENERIC_TRANSFER_ERROR'],

  async run({ wallet }) {
    // Only here: a page that opens no form of a payment never downloads it.
    const { feePreview } = await import('../../../engine/payments/fees/fee-preview.ts')
    return feePreview(requireDaemon(wallet.daemon), feeBasis(wallet.store))
  },
})
