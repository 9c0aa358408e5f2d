import type { Network } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import { bool, text } from '#protocol/fields.ts'
import { readAddress } from '../../engine/read-address.ts'
import { serviceMethod } from '../method.ts'

export const validate_address = serviceMethod({
  summary: 'Whether an address is well formed, and of which kind',
  params: {
    address: text.default(''),
    any_net_type: bool.default(false).describe('Accept addresses of every network.'),
    allow_openalias: bool
      .default(false)
      .describe('Accepted; names are never looked up, since that would ask a third party.'),
  },
  result: {
    valid: bool,
    integrated: bool,
    subaddress: bool,
    nettype: text.describe('mainnet, testnet or stagenet; empty when it is not valid.'),
    openalias_address: text,
  },
  errors: ['NOT_OPEN'],
  source: 'wallet/wallet_rpc_server.cpp on_validate_address',

  run(service, { address, any_net_type }) {
    const { wallet } = service
    if (!any_net_type && !wallet) throw new RpcError('NOT_OPEN', 'No wallet file')
    const found = readAddress(
      service.ports.crypto,
      address,
      any_net_type ? undefined : wallet?.network,
    )
    return {
      valid: found !== undefined,
      integrated: found?.kind === 'integrated',
      subaddress: found?.kind === 'subaddress',
      nettype: found ? nameOf(found.network) : '',
      openalias_address: '',
    }
  },
})

/** A private chain's addresses are those of mainnet. */
const nameOf = (network: Network) => (network === 'fakechain' ? 'mainnet' : network)
