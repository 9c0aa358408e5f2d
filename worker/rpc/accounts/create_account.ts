import { text, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const create_account = walletMethod({
  summary: 'Creates an account',
  params: { label: text.default('') },
  result: {
    account_index: u32,
    address: text.describe('First address of the account.'),
  },
  refusedWhen: ['restricted', 'background'],
  source: 'wallet/wallet_rpc_server.cpp on_create_account',

  async run(wallet, { label }) {
    const account = await wallet.addresses.createAccount(label)
    wallet.events.emit('changed', { what: 'addresses' })
    return { account_index: account, address: wallet.addresses.address({ account, address: 0 }) }
  },
})
