import { list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { requireHex } from './hex.ts'

export const submit_transfer = walletMethod({
  summary: 'Sends transactions that another wallet signed for this one',
  params: { tx_data_hex: text.default('').describe('The signed_txset of sign_transfer.') },
  result: { tx_hash_list: list(text) },
  refusedWhen: ['restricted'],
  errors: ['BAD_HEX', 'BAD_SIGNED_TX_DATA', 'SIGNED_SUBMISSION'],
  caution: 'spends',
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_submit_transfer',

  async run(wallet, { tx_data_hex }) {
    return { tx_hash_list: await wallet.cold.submit(requireHex(tx_data_hex)) }
  },
})
