import { parseAddress } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { subaddressIndex } from '#protocol/wallet/subaddress.ts'
import { walletMethod } from '../method.ts'

export const get_address_index = walletMethod({
  summary: 'Account and index of an address of this wallet',
  params: { address: text.default('') },
  result: { index: subaddressIndex },
  errors: ['WRONG_ADDRESS'],
  source: 'wallet/wallet_rpc_server.cpp on_getaddress_index',

  run({ addresses, network }, { address }) {
    const parsed = parseAddress(address, network)
    if (!parsed) throw new RpcError('WRONG_ADDRESS', 'Invalid address')
    const index = addresses.find(parsed.spendKey)
    if (!index) throw new RpcError('WRONG_ADDRESS', "Address doesn't belong to the wallet")
    return { index: { major: index.account, minor: index.address } }
  },
})
