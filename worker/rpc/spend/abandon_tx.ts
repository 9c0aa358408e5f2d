import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'

export const abandon_tx = walletMethod({
  summary:
    'Gives up a refused payment: later payments need not exclude it, and both can then be mined',
  params: {
    txid: text
      .default('')
      .describe('A failed transfer with `can_be_mined`, as `get_transfers` lists it.'),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  caution: 'spends',
  source: 'wallet/wallet2.cpp commit_tx',
  errors: ['WRONG_TXID'],

  async run(wallet, { txid }) {
    await wallet.spend.abandon(parseTxid(txid))
    return {}
  },
})
