import { RpcError } from '#protocol/errors.ts'
import { list, text, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

const most = 65_536

export const create_address = walletMethod({
  summary: 'Creates addresses in an account',
  params: {
    account_index: u32.default(0),
    count: u32.default(1).describe(`From 1 to ${most}.`),
    label: text.default('').describe('Label of all new addresses.'),
  },
  result: {
    address: text.describe('The first new address.'),
    address_index: u32,
    addresses: list(text),
    address_indices: list(u32),
  },
  refusedWhen: ['restricted', 'background'],
  errors: ['UNKNOWN_ERROR', 'ACCOUNT_INDEX_OUT_OF_BOUNDS'],
  source: 'wallet/wallet_rpc_server.cpp on_create_address',

  async run({ addresses, events }, { account_index: account, count, label }) {
    if (count < 1 || count > most)
      throw new RpcError('UNKNOWN_ERROR', `Count must be between 1 and ${most}.`)
    const made = await addresses.createAddresses(account, label, count)
    events.emit('changed', { what: 'addresses' })
    const written = addresses.addressesFrom(account, made[0]!, count)
    return {
      address: written[0]!,
      address_index: made[0]!,
      addresses: written,
      address_indices: made,
    }
  },
})
