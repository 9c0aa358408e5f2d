import type { Network } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import { bool, text } from '#protocol/fields.ts'
import { lookUpAlias } from '../../engine/open-alias.ts'
import { readAddress } from '../../engine/keys/read-address.ts'
import { serviceMethod } from '../method.ts'

export const validate_address = serviceMethod({
  summary: 'Whether an address is valid, and its kind',
  params: {
    address: text.default(''),
    any_net_type: bool.default(false).describe('Accept addresses of every network.'),
    allow_openalias: bool
      .default(false)
      .describe('Also resolve OpenAlias names, if the service has a resolver.'),
  },
  result: {
    valid: bool,
    integrated: bool,
    subaddress: bool,
    nettype: text.describe('mainnet, testnet or stagenet; empty if the address is invalid.'),
    openalias_address: text.describe('Address of the OpenAlias name; empty for a plain address.'),
  },
  errors: ['NOT_OPEN'],
  source: 'wallet/wallet_rpc_server.cpp on_validate_address',

  async run(service, { address, any_net_type, allow_openalias }) {
    const { wallet } = service
    if (!any_net_type && !wallet) throw new RpcError('NOT_OPEN', 'No wallet file')
    const read = (given: string) =>
      readAddress(service.ports.crypto, given, any_net_type ? undefined : wallet?.network)
    const own = read(address)
    const alias = !own && allow_openalias ? await lookUpAlias(service.ports, address) : undefined
    const named = alias && 'address' in alias ? alias.address : ''
    const found = own ?? read(named)
    return {
      valid: found !== undefined,
      integrated: found?.kind === 'integrated',
      subaddress: found?.kind === 'subaddress',
      nettype: found ? nameOf(found.network) : '',
      openalias_address: found ? named : '',
    }
  },
})

/** A private chain's addresses are those of mainnet. */
const nameOf = (network: Network) => (network === 'fakechain' ? 'mainnet' : network)
