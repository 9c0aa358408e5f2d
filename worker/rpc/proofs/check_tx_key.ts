import { hexToBytes } from '@noble/hashes/utils.js'
import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'
import { loadProofs } from './load-proofs.ts'
import { mined, minedResult } from './mined.ts'
import { requireAddress, txidParam } from './params.ts'

export const check_tx_key = walletMethod({
  summary: 'Checks the amount that an address received, with the secret key of the transaction',
  params: {
    ...txidParam,
    tx_key: text
      .default('')
      .describe('64 hex digits per key: the main key, followed by additional keys.'),
    address: text.default('').describe('Of any kind.'),
  },
  result: minedResult,
  errors: ['WRONG_TXID', 'WRONG_KEY', 'WRONG_ADDRESS', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_check_tx_key',

  async run(wallet, { txid, tx_key, address }) {
    const id = parseTxid(txid)
    const keys = parseTxKeys(tx_key)
    const parsed = requireAddress(wallet, address)
    const { connectionErrors, receivedByTxKeys, fetchTransaction, txKeyDerivations } =
      await loadProofs()
    const derivations = txKeyDerivations(wallet.ports.crypto, keys, parsed)
    const words = connectionErrors(wallet.daemonAddress?.address ?? '')
    const fetched = await fetchTransaction(wallet, id, { words })
    const received = receivedByTxKeys(wallet.ports.crypto, fetched.tx, parsed, derivations)
    return { received, ...mined(fetched) }
  },
})

function parseTxKeys(hex: string): Uint8Array[] {
  if (hex.length % 64 !== 0 || !/^[0-9a-f]+$/i.test(hex))
    throw new RpcError('WRONG_KEY', 'Tx key has invalid format')
  return hex.match(/.{64}/g)!.map((key) => hexToBytes(key))
}
