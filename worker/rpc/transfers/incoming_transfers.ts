import { RpcError } from '#protocol/errors.ts'
import { bool, list, object, text, u32, u64 } from '#protocol/fields.ts'
import { subaddressIndex } from '#protocol/wallet/subaddress.ts'
import { outputsOf, unspentOf } from '../../engine/ledger/by-account.ts'
import { isUnlocked } from '../../engine/ledger/unlock.ts'
import { chainOrder } from '../../engine/payments/spendable-funds.ts'
import type { OutputRecord } from '../../engine/store/records.ts'
import { walletMethod } from '../method.ts'
import { wireIndex } from './wire.ts'

const output = object({
  amount: u64.describe('In piconero.'),
  spent: bool,
  global_index: u64,
  tx_hash: text,
  subaddr_index: subaddressIndex,
  key_image: text.describe('Empty if not known yet.'),
  pubkey: text.describe('One-time key.'),
  block_height: u64,
  frozen: bool,
  unlocked: bool,
  tx_size: u64.describe('Size of the transaction in bytes.'),
})

export const incoming_transfers = walletMethod({
  summary: 'Outputs received by an account',
  params: {
    transfer_type: text.default('').describe('all, available (unspent) or unavailable (spent).'),
    account_index: u32.default(0),
    subaddr_indices: list(u32).default([]).describe('Subaddress indices to list; all if empty.'),
  },
  result: { transfers: list(output) },
  errors: ['TRANSFER_TYPE'],
  source: 'wallet/wallet_rpc_server.cpp on_incoming_transfers',

  run({ store, sync }, { transfer_type, account_index, subaddr_indices }) {
    if (!['all', 'available', 'unavailable'].includes(transfer_type))
      throw new RpcError(
        'TRANSFER_TYPE',
        'Transfer type must be one of: all, available, or unavailable',
      )
    const addresses = new Set(subaddr_indices)
    const isListed = ({ spent, subaddress }: OutputRecord) =>
      (transfer_type !== 'unavailable' || spent !== undefined) &&
      (addresses.size === 0 || addresses.has(subaddress.address))

    const chain = sync.view()
    const candidates = transfer_type === 'available' ? unspentOf : outputsOf
    return {
      transfers: candidates(store.outputs, account_index)
        .filter(isListed)
        .sort(chainOrder)
        .map((each) => ({
          amount: each.amount,
          spent: each.spent !== undefined,
          global_index: each.globalIndex,
          tx_hash: each.txid,
          subaddr_index: wireIndex(each.subaddress),
          key_image: each.keyImage ?? '',
          pubkey: each.key,
          block_height: each.height,
          frozen: each.frozen,
          unlocked: isUnlocked(each, chain),
          tx_size: BigInt(each.txSize),
        })),
    }
  },
})
