import type { Address } from '#protocol/address.ts'
import { RpcError } from '#protocol/errors.ts'
import { bool, text, u32 } from '#protocol/fields.ts'
import { lookUpAlias } from '../../engine/open-alias.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { walletMethod } from '../method.ts'
import { loadProofs } from './load-proofs.ts'

export const verify = walletMethod({
  summary: 'Whether an address signed a message',
  params: {
    data: text.default('').describe('The message.'),
    address: text.default('').describe('Address of any kind, or an OpenAlias name.'),
    signature: text.default('').describe('SigV1 or SigV2, followed by Base58.'),
  },
  result: {
    good: bool,
    version: u32.describe('1 or 2; 0 for an invalid signature.'),
    old: bool.describe('Whether the version is 1, which does not bind the message to the address.'),
    signature_type: text.describe(
      'spend or view: the key that signed; spend for an invalid signature.',
    ),
  },
  refusedWhen: ['restricted'],
  errors: ['WRONG_ADDRESS'],
  source: 'wallet/wallet_rpc_server.cpp on_verify',

  async run(wallet, { data, address, signature }) {
    const signer = wallet.readAddress(address) ?? (await named(wallet, address))
    const { verifyMessage } = await loadProofs()
    const found = verifyMessage(wallet.ports.crypto, data, signer, signature)
    return {
      good: found !== undefined,
      version: found?.version ?? 0,
      old: found?.version === 1,
      signature_type: found?.key ?? 'spend',
    }
  },
})

/** @throws {RpcError} WRONG_ADDRESS. As in the reference, the message is empty, except for problems of a name. */
async function named(wallet: Wallet, text: string): Promise<Address> {
  const alias = await lookUpAlias(wallet.ports, text)
  if ('problem' in alias && alias.problem === 'not authentic')
    throw new RpcError('WRONG_ADDRESS', `Invalid DNSSEC for ${text}`)
  const address = 'address' in alias ? wallet.readAddress(alias.address) : undefined
  if (!address)
    throw new RpcError('WRONG_ADDRESS', '', 'address: expected an address of this network')
  return address
}
