import { RpcError } from '#protocol/errors.ts'
import { text, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { loadProofs } from './load-proofs.ts'

export const sign = walletMethod({
  summary: 'Signs a message with an address of this wallet',
  params: {
    data: text.default('').describe('The message.'),
    account_index: u32.default(0),
    address_index: u32.default(0),
    signature_type: text
      .default('')
      .describe('The key of the address that signs: spend or view; spend if empty.'),
  },
  result: { signature: text.describe('SigV2, followed by Base58.') },
  refusedWhen: ['restricted', 'background'],
  errors: ['INVALID_SIGNATURE_TYPE', 'WATCH_ONLY'],
  source: 'wallet/wallet_rpc_server.cpp on_sign',

  async run(wallet, { data, account_index: account, address_index: address, signature_type }) {
    const key = signature_type === '' ? 'spend' : signature_type
    if (key !== 'spend' && key !== 'view')
      throw new RpcError('INVALID_SIGNATURE_TYPE', 'Invalid signature type requested')
    const { signMessage } = await loadProofs()
    // After the import: the spend key can be wiped while the module loads.
    const { ports, secrets } = wallet
    return { signature: signMessage(ports.crypto, secrets, data, key, { account, address }) }
  },
})
