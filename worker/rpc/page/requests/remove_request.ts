import { u32 } from '#protocol/fields.ts'
import { requireForeground } from '../../../engine/background-guard.ts'
import { hostMethod } from '../../method.ts'

export const remove_request = hostMethod({
  summary: 'Removes a payment request, but not its address',
  params: { account_index: u32, address_index: u32 },
  result: {},
  errors: ['NOT_OPEN', 'UNKNOWN_ERROR', 'IS_BACKGROUND_WALLET', 'IS_BACKGROUND_SYNCING'],

  async run({ wallet }, { account_index: account, address_index: address }) {
    const { removeRequest } = await import('../../../engine/ledger/reports/payment-requests.ts')
    requireForeground(wallet)
    const { store } = wallet
    await store.commit((change) => removeRequest(store, change, { account, address }))
    return {}
  },
})
