import { RpcError } from '#protocol/errors.ts'
import { list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from './txid.ts'

export const set_tx_notes = walletMethod({
  summary: 'Attaches notes to transactions',
  params: {
    txids: list(text).default([]),
    notes: list(text)
      .default([])
      .describe('One for each transaction; an empty note deletes the old one.'),
  },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['UNKNOWN_ERROR', 'WRONG_TXID'],
  source: 'wallet/wallet_rpc_server.cpp on_set_tx_notes',

  async run(wallet, { txids, notes }) {
    if (txids.length !== notes.length)
      throw new RpcError('UNKNOWN_ERROR', 'Different amount of txids and notes')
    const keys = txids.map(parseTxid)
    const { store } = wallet
    await store.commit((change) => {
      for (const [index, key] of keys.entries()) {
        const note = notes[index]!
        if (note === '') change.delete(store.notes, key)
        else change.put(store.notes, key, note)
      }
    })
    wallet.events.emit('changed', { what: 'transfers' })
    return {}
  },
})
