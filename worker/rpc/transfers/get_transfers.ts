import { bool, list, u32, u64 } from '#protocol/fields.ts'
import { transferEntry } from '#protocol/wallet/transfer.ts'
import { listTransfers } from '../../engine/ledger/transfers.ts'
import { walletMethod } from '../method.ts'
import { wireTransfer } from './wire.ts'

/** monero CRYPTONOTE_MAX_BLOCK_NUMBER */
const highest = 500_000_000n

export const get_transfers = walletMethod({
  summary: 'Incoming and outgoing transfers',
  params: {
    in: bool.default(false).describe('Include received transfers.'),
    out: bool.default(false).describe('Include sent transfers.'),
    pending: bool.default(false).describe('Include sent transfers that are not mined yet.'),
    failed: bool.default(false).describe('Include sent transfers that failed.'),
    pool: bool.default(false).describe('Include incoming transfers in the transaction pool.'),
    filter_by_height: bool.default(false),
    min_height: u64.default(0n).describe('Only above this height; with filter_by_height.'),
    max_height: u64.default(highest).describe('Only up to this height; with filter_by_height.'),
    account_index: u32.default(0),
    subaddr_indices: list(u32).default([]).describe('Subaddress indices to list; all if empty.'),
    all_accounts: bool.default(false).describe('Include every account and address.'),
    pending_elsewhere: bool
      .default(false)
      .describe('List in `pending` also what another copy of this wallet sent.'),
  },
  result: {
    in: list(transferEntry),
    out: list(transferEntry),
    pending: list(transferEntry),
    failed: list(transferEntry),
    pool: list(transferEntry),
  },
  refusedWhen: ['restricted'],
  source: 'wallet/wallet_rpc_server.cpp on_get_transfers',

  async run(wallet, params) {
    if (params.pool) await wallet.sync.lookAtPool()
    const { all_accounts, filter_by_height, min_height, max_height, pending_elsewhere } = params
    const found = listTransfers(wallet, {
      account: all_accounts ? undefined : params.account_index,
      addresses: new Set(all_accounts ? [] : params.subaddr_indices),
      above: filter_by_height ? min_height : 0n,
      upTo: filter_by_height && max_height < highest ? max_height : highest,
      lists: (['in', 'out', 'pending', 'failed', 'pool'] as const).filter((name) => params[name]),
      elsewhere: pending_elsewhere,
    })
    return {
      in: found.in.map(wireTransfer),
      out: found.out.map(wireTransfer),
      pending: found.pending.map(wireTransfer),
      failed: found.failed.map(wireTransfer),
      pool: found.pool.map(wireTransfer),
    }
  },
})
