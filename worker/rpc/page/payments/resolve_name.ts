import { bool, text } from '#protocol/fields.ts'
import { lookUpName } from '../../../engine/open-alias.ts'
import { hostMethod } from '../../method.ts'

export const resolve_name = hostMethod({
  summary: 'Looks up the address of an OpenAlias name, also where it is not signed',
  params: { name: text },
  result: {
    address: text.describe('An address of the network of the wallet; empty if there is none.'),
    authentic: bool.describe('Whether the resolver verified the record by DNSSEC.'),
  },
  errors: ['NOT_OPEN'],

  async run({ service, wallet }, { name }) {
    const named = await lookUpName(service.ports, name)
    if ('problem' in named || !wallet.readAddress(named.address))
      return { address: '', authentic: false }
    return { address: named.address, authentic: named.isAuthentic }
  },
})
