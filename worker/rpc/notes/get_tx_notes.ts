import { list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from './txid.ts'

export const get_tx_notes = walletMethod({
  summary: 'Notes attached to transactions',
  params: { txids: list(text).default([]) },
  result: {
    notes: list(text).describe('One for each transaction; empty for a transaction without a note.'),
  },
  errors: ['WRONG_TXID'],
  source: 'wallet/wallet_rpc_server.cpp on_get_tx_notes',

  run(wallet, { txids }) {
    return { notes: txids.map(parseTxid).map((txid) => wallet.store.notes.get(txid) ?? '') }
  },
})
