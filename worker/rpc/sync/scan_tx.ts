import { list, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'

export const scan_tx = walletMethod({
  summary: 'Scans given transactions; the daemon learns that they concern this wallet',
  params: { txids: list(text).default([]).describe('64 hex digits each.') },
  result: {},
  refusedWhen: ['restricted', 'background'],
  errors: ['WRONG_TXID', 'UNKNOWN_ERROR', 'NO_DAEMON_CONNECTION'],
  source: 'wallet/wallet_rpc_server.cpp on_scan_tx',

  async run(wallet, { txids }) {
    const wanted = new Set(txids.map(parseTxid))
    if (wanted.size > 0)
      await wallet.sync.scanTransactions(wanted, wallet.daemonAddress?.trusted ?? false)
    return {}
  },
})
