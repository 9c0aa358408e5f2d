import { text } from '#protocol/fields.ts'
import { requireHex } from '../cold/hex.ts'
import { walletMethod } from '../method.ts'

export const relay_tx = walletMethod({
  summary: 'Sends a transaction made with do_not_relay',
  params: { hex: text.default('').describe('The tx_metadata of the transaction.') },
  result: { tx_hash: text },
  refusedWhen: ['restricted'],
  errors: ['BAD_HEX', 'BAD_TX_METADATA', 'GENERIC_TRANSFER_ERROR', 'NO_DAEMON_CONNECTION'],
  caution: 'spends',
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_relay_tx',

  async run(wallet, { hex }) {
    return { tx_hash: await wallet.spend.relay(requireHex(hex)) }
  },
})
