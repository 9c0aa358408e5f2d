import { bytesToHex } from '@noble/hashes/utils.js'
import { bool, list, text } from '#protocol/fields.ts'
import { longHex } from '#protocol/hex.ts'
import { walletMethod } from '../method.ts'
import { keyText } from '../spend/answers.ts'
import { requireSpendKey, requireUnsignedSet } from './unsigned-set.ts'

export const sign_transfer = walletMethod({
  summary: 'Signs transactions of a view-only wallet',
  params: {
    unsigned_txset: text.default('').describe('The unsigned_txset from transfer.'),
    export_raw: bool.default(false).describe('Also return the raw transactions.'),
    get_tx_keys: bool
      .default(false)
      .describe('Also return the transaction keys, which can prove payments.'),
  },
  result: {
    signed_txset: text.describe('Set for submit_transfer of the view-only wallet.'),
    tx_hash_list: list(text),
    tx_raw_list: list(text).describe('In hex, if requested.'),
    tx_key_list: list(text),
  },
  refusedWhen: ['restricted', 'background'],
  errors: ['WATCH_ONLY', 'BAD_HEX', 'BAD_UNSIGNED_TX_DATA', 'SIGN_UNSIGNED'],
  caution: 'spends',
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_sign_transfer',

  async run(wallet, { unsigned_txset, export_raw, get_tx_keys }) {
    requireSpendKey(wallet)
    const set = await requireUnsignedSet(wallet, unsigned_txset)
    const { sealed, transactions } = await wallet.cold.sign(set)
    return {
      signed_txset: longHex(sealed),
      tx_hash_list: transactions.map(({ txid }) => txid),
      tx_raw_list: export_raw ? transactions.map(({ blob }) => bytesToHex(blob)) : [],
      tx_key_list: get_tx_keys ? transactions.map(({ txKeys }) => keyText(txKeys)) : [],
    }
  },
})
