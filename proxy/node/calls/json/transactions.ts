/**
 * Transactions, key images and outputs at paths.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Backend } from '#protocol/contract.ts'
import type * as contracts from '#protocol/daemon/json/transactions.ts'
import type { NodeContext } from '../../context.ts'
import { StatusError } from '../errors.ts'
import { bytesOf } from '../hex-params.ts'
import { okPaid } from '../ok-status.ts'
import { getOuts } from '../get-outs.ts'
import { sendRawTransaction } from '../send-raw-transaction.ts'
import { getTransactions } from '../get-transactions.ts'

const status = { unspent: 0, inChain: 1, inPool: 2 }

export const jsonTransactions = (context: NodeContext) =>
  ({
    get_transactions: (params) => getTransactions(context, params),
    is_key_image_spent: ({ key_images }) => ({
      ...okPaid,
      spent_status: key_images.map(keyImageOf).map((image) => spentStatus(context, image)),
    }),
    send_raw_transaction: (params) => sendRawTransaction(context, params),
    get_outs: ({ outputs, get_txid }) => getOuts(context, outputs, get_txid),
  }) satisfies Backend<typeof contracts>

function keyImageOf(hex: string): Uint8Array {
  const bytes = bytesOf(hex)
  if (!bytes) throw new StatusError('Failed to parse hex representation of key image')
  if (bytes.length !== 32) throw new StatusError('Failed, size of data mismatch')
  return bytes
}

function spentStatus({ chain, pool, restricted }: NodeContext, image: Uint8Array): number {
  if (chain.hasKeyImage(image)) return status.inChain
  const waiting = pool.isSpent(bytesToHex(image), { sensitive: !restricted })
  return waiting ? status.inPool : status.unspent
}
