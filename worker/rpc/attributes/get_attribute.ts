import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const get_attribute = walletMethod({
  summary: 'Value of an attribute',
  params: { key: text.default('') },
  result: { value: text },
  refusedWhen: ['restricted'],
  errors: ['ATTRIBUTE_NOT_FOUND'],
  source: 'wallet/wallet_rpc_server.cpp on_get_attribute',

  run(wallet, { key }) {
    const value = wallet.store.attributes.get(key)
    if (value === undefined) throw new RpcError('ATTRIBUTE_NOT_FOUND', 'Attribute not found.')
    return { value }
  },
})
