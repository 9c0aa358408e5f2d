import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'

export const resend_tx = walletMethod({
  summary: 'Sends a payment again that waits for a block',
  params: {
    txid: text
      .default('')
      .describe('A transaction that this wallet sent and that is in no block yet.'),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  caution: 'spends',
  source: 'wallet/wallet2.cpp commit_tx',
  errors: ['WRONG_TXID', 'GENERIC_TRANSFER_ERROR', 'DAEMON_IS_BUSY', 'NO_DAEMON_CONNECTION'],

  async run(wallet, { txid }) {
    await wallet.spend.resend(parseTxid(txid))
    return {}
  },
})
