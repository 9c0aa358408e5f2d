import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { isSignedElsewhere, txKeysOf, withheldTxKey } from '../../engine/tx/tx-keys.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'
import { keyText } from './answers.ts'

export const get_tx_key = walletMethod({
  summary: 'Secret key of a transaction that this wallet made',
  params: { txid: text.default('').describe('64 hex digits.') },
  result: {
    tx_key: text.describe(
      '64 hex digits per key: the main key, followed by additional keys. 01 and zeros if an offline wallet signed it, which keeps the key.',
    ),
  },
  refusedWhen: ['background'],
  errors: ['WRONG_TXID', 'NO_TXKEY'],
  caution: 'reveals',
  source: 'wallet/wallet_rpc_server.cpp on_get_tx_key',

  run(wallet, { txid }) {
    const id = parseTxid(txid)
    if (isSignedElsewhere(wallet.store, id)) return { tx_key: keyText([withheldTxKey]) }
    const keys = txKeysOf(wallet.store, id)
    if (keys.length === 0) throw new RpcError('NO_TXKEY', 'No tx secret key is stored for this tx')
    return { tx_key: keyText(keys) }
  },
})
