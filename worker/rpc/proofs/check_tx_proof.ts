import { bool, text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'
import { loadProofs } from './load-proofs.ts'
import { mined, minedResult } from './mined.ts'
import { messageParam, requireAddress, txidParam } from './params.ts'

export const check_tx_proof = walletMethod({
  summary: 'Checks a proof of a payment to an address',
  params: {
    ...txidParam,
    address: text.default('').describe('Address of the proven payment.'),
    ...messageParam,
    signature: text.default('').describe('The proof.'),
  },
  result: { good: bool, ...minedResult },
  errors: ['WRONG_TXID', 'WRONG_ADDRESS', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_check_tx_proof',

  async run(wallet, { txid, address, message, signature }) {
    const id = parseTxid(txid)
    const parsed = requireAddress(wallet, address)
    const { checkTxProof, readTxProof, fetchTransaction } = await loadProofs()
    const fetched = await fetchTransaction(wallet, id)
    const proof = readTxProof(signature)
    const { good, received } = checkTxProof(wallet.ports.crypto, fetched, parsed, message, proof)
    const where = good ? mined(fetched) : { in_pool: false, confirmations: 0n }
    return { good, received, ...where }
  },
})
