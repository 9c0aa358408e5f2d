import { hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'

export const relay_tx = walletMethod({
  summary: 'Sends a transaction made with do_not_relay',
  params: { hex: text.default('').describe('Its tx_metadata.') },
  result: { tx_hash: text },
  refusedWhen: ['restricted'],
  errors: ['BAD_HEX', 'BAD_TX_METADATA', 'GENERIC_TRANSFER_ERROR', 'NO_DAEMON_CONNECTION'],
  source: 'wallet/wallet_rpc_server.cpp on_relay_tx',

  async run(wallet, { hex }) {
    if (!/^([0-9a-f]{2})*$/i.test(hex)) throw new RpcError('BAD_HEX', 'Failed to parse hex.')
    return { tx_hash: await wallet.spend.relay(hexToBytes(hex)) }
  },
})
