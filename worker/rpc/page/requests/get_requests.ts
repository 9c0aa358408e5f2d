import { bool, choice, list, object, text, u32, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

export const get_requests = hostMethod({
  summary: 'Payment requests of an account, newest first, with what was paid of each',
  params: { account_index: u32 },
  result: {
    requests: list(
      object({
        address_index: u32,
        address: text,
        uri: text,
        amount: u64.describe('In piconero; 0 for any amount.'),
        description: text,
        recipient: text,
        created: u64,
        expires: u64.describe('Unix seconds; 0 for never.'),
        state: choice('waiting', 'seen', 'part', 'paid', 'complete', 'expired'),
        mined: u64,
        pending: u64,
        confirmations: u64.describe('From 0 to 10.'),
        unverified: bool,
      }),
    ),
  },
  errors: ['NOT_OPEN', 'UNKNOWN_ERROR'],

  async run({ wallet }, { account_index }) {
    const [{ readRequests, requestProgress }, { makeUri }] = await Promise.all([
      import('../../../engine/ledger/reports/payment-requests.ts'),
      import('#protocol/uri.ts'),
    ])
    const { store, sync, addresses } = wallet
    const requests = readRequests(store).filter(
      ({ account, address }) => account === account_index && addresses.exists({ account, address }),
    )
    const progress = requestProgress(store, requests, sync.view())
    const shown = requests.map(({ account, address: address_index, ...request }, index) => {
      const address = addresses.address({ account, address: address_index })
      const { amount, description, recipient: recipientName } = request
      const asked = { address, amount, description, recipientName, paymentId: '' }
      const made = makeUri(asked, (given) => wallet.readAddress(given))
      const uri = 'uri' in made ? made.uri : ''
      return { address_index, address, uri, ...request, ...progress[index]! }
    })
    return { requests: shown.reverse() }
  },
})
