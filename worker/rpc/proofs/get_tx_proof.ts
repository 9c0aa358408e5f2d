import { text } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { parseTxid } from '../notes/txid.ts'
import { loadProofs } from './load-proofs.ts'
import { messageParam, requireAddress, txidParam } from './params.ts'

export const get_tx_proof = walletMethod({
  summary: 'Proves a payment to an address',
  params: {
    ...txidParam,
    address: text
      .default('')
      .describe('An address of this wallet proves a receipt; any other address, a payment to it.'),
    ...messageParam,
  },
  result: { signature: text.describe('InProofV2 or OutProofV2, followed by Base58.') },
  refusedWhen: ['background'],
  errors: ['WRONG_TXID', 'WRONG_ADDRESS', 'UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_get_tx_proof',

  async run(wallet, { txid, address, message }) {
    const id = parseTxid(txid)
    const parsed = requireAddress(wallet, address)
    const { makeTxProof, fetchTransaction, writeTxProof } = await loadProofs()
    const fetched = await fetchTransaction(wallet, id)
    return { signature: writeTxProof(makeTxProof(wallet, fetched, parsed, message)) }
  },
})
