import { RpcError } from '#protocol/errors.ts'
import { list, text, u32 } from '#protocol/fields.ts'
import { isHex } from '#protocol/hex.ts'
import { transferEntry } from '#protocol/wallet/transfer.ts'
import { transfersOf } from '../../engine/ledger/transfers.ts'
import { walletMethod } from '../method.ts'
import { wireTransfer } from './wire.ts'

export const get_transfer_by_txid = walletMethod({
  summary: 'Transfers of one transaction',
  params: {
    txid: text.default(''),
    account_index: u32.default(0),
  },
  result: {
    transfer: transferEntry.describe('The first transfer.'),
    transfers: list(transferEntry),
  },
  refusedWhen: ['restricted'],
  errors: ['WRONG_TXID', 'ACCOUNT_INDEX_OUT_OF_BOUNDS'],
  source: 'wallet/wallet_rpc_server.cpp on_get_transfer_by_txid',

  async run(wallet, { txid, account_index }) {
    if (!isHex(txid)) throw new RpcError('WRONG_TXID', 'Transaction ID has invalid format')
    if (txid.length !== 64)
      throw new RpcError('WRONG_TXID', `Transaction ID has invalid size: ${txid}`)
    if (account_index >= wallet.addresses.accountCount)
      throw new RpcError('ACCOUNT_INDEX_OUT_OF_BOUNDS', 'Account index is out of bound')

    await wallet.sync.lookAtPool()
    const transfers = transfersOf(wallet, txid.toLowerCase(), account_index).map(wireTransfer)
    const [transfer] = transfers
    if (!transfer) throw new RpcError('WRONG_TXID', 'Transaction not found.')
    return { transfer, transfers }
  },
})
