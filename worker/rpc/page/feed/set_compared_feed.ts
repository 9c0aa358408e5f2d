import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { feedAddress } from '#protocol/network/feed-address.ts'
import { hostMethod } from '../../method.ts'

export const set_compared_feed = hostMethod({
  summary:
    'Sets the second server whose scan feed must have the same digests, from the next refresh on',
  params: {
    address: text.describe(
      'URL with https, or with http for an onion service or a private network; empty for none. The page must be ' +
        'allowed to connect to it.',
    ),
  },
  result: {},
  errors: ['UNKNOWN_ERROR'],

  run({ service }, { address }) {
    const read = address === '' ? '' : feedAddress(address)
    if (read === undefined)
      throw new RpcError('UNKNOWN_ERROR', 'address: expected the URL of a server with a scan feed')
    service.comparedFeed = read
    return {}
  },
})
