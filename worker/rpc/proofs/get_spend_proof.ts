import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'
import { loadProofs } from './load-proofs.ts'
import { messageParam, txidParam } from './params.ts'

export const get_spend_proof = walletMethod({
  summary: 'Proves that this wallet made a transaction',
  params: { ...txidParam, ...messageParam },
  result: { signature: text.describe('SpendProofV1, followed by Base58.') },
  errors: ['WRONG_TXID', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_get_spend_proof',

  async run(wallet, { txid, message }) {
    const id = parseTxid(txid)
    const { makeSpendProof } = await loadProofs()
    return { signature: await makeSpendProof(wallet, wallet.store, id, message) }
  },
})
