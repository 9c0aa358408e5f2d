import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const set_attribute = walletMethod({
  summary: 'Sets an attribute',
  params: { key: text.default(''), value: text.default('') },
  result: {},
  refusedWhen: ['restricted', 'background'],
  source: 'wallet/wallet_rpc_server.cpp on_set_attribute',

  async run({ store }, { key, value }) {
    await store.commit((change) => change.put(store.attributes, key, value))
    return {}
  },
})
