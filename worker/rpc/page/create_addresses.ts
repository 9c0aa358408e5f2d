import { RpcError } from '#protocol/errors.ts'
import { list, text, u32 } from '#protocol/fields.ts'
import { requireForeground } from '../../engine/background-guard.ts'
import { hostMethod } from '../method.ts'

const most = 1_000

export const create_addresses = hostMethod({
  summary: 'Creates several addresses in an account, each with its own label',
  params: {
    account_index: u32,
    labels: list(text).describe(`From 1 to ${most}.`),
  },
  result: { address_indices: list(u32) },
  errors: [
    'NOT_OPEN',
    'UNKNOWN_ERROR',
    'ACCOUNT_INDEX_OUT_OF_BOUNDS',
    'IS_BACKGROUND_WALLET',
    'IS_BACKGROUND_SYNCING',
  ],

  async run({ wallet }, { account_index, labels }) {
    requireForeground(wallet)
    if (labels.length < 1 || labels.length > most)
      throw new RpcError(
        'UNKNOWN_ERROR',
        `Labels: expected 1 to ${most}, got ${labels.length}. Create the others afterwards.`,
      )
    const { addresses, events } = wallet
    const address_indices = await addresses.createLabelledAddresses(account_index, labels)
    events.emit('changed', { what: 'addresses' })
    return { address_indices }
  },
})
