import { text, u32, u64 } from '#protocol/fields.ts'
import { requireForeground } from '../../../engine/background-guard.ts'
import { hostMethod } from '../../method.ts'

export const create_request = hostMethod({
  summary: 'Stores a payment request, with a new address of its own',
  params: {
    account_index: u32,
    amount: u64.describe('In piconero; 0 for any amount.'),
    description: text,
    recipient: text,
    expires: u64.describe('Unix seconds; 0 for never.'),
  },
  result: { address_index: u32 },
  errors: [
    'NOT_OPEN',
    'UNKNOWN_ERROR',
    'ACCOUNT_INDEX_OUT_OF_BOUNDS',
    'IS_BACKGROUND_WALLET',
    'IS_BACKGROUND_SYNCING',
  ],

  async run({ wallet }, { account_index: account, ...asked }) {
    const { addRequest } = await import('../../../engine/ledger/reports/payment-requests.ts')
    requireForeground(wallet)
    const { store, addresses, sync, events } = wallet
    const created = sync.view().now
    const made = await addresses.createAddresses(
      account,
      asked.description,
      1,
      (change, [address]) =>
        addRequest(store, change, { account, address: address!, ...asked, created }),
    )
    events.emit('changed', { what: 'addresses' })
    return { address_index: made[0]! }
  },
})
