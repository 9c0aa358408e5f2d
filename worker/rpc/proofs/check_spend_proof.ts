import { bool, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'
import { loadProofs } from './load-proofs.ts'
import { messageParam, txidParam } from './params.ts'

export const check_spend_proof = walletMethod({
  summary: 'Checks a proof that the prover made a transaction',
  params: {
    ...txidParam,
    ...messageParam,
    signature: text.default('').describe('The proof.'),
  },
  result: { good: bool },
  errors: ['WRONG_TXID', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_check_spend_proof',

  async run(wallet, { txid, message, signature }) {
    const id = parseTxid(txid)
    const { checkSpendProof } = await loadProofs()
    return { good: await checkSpendProof(wallet, id, message, signature) }
  },
})
