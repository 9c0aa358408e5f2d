import { bool, list, text, u32, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { split, splitResult } from './answers.ts'
import { recipients } from './destinations.ts'
import {
  spendErrors,
  spendingOf,
  spendParams,
  sweepOutputs,
  sweptInto,
  txKeysParam,
  wantedOf,
} from './params.ts'

export const sweep_all = walletMethod({
  summary: 'Sends all unlocked money to one address',
  params: {
    address: text.default('').describe('Recipient, of any kind, or an OpenAlias name.'),
    account_index: u32.default(0).describe('Account to empty.'),
    subaddr_indices: list(u32)
      .default([])
      .describe('Addresses to empty; when empty one of them, chosen at random.'),
    subaddr_indices_all: bool.default(false).describe('Empty all addresses of the account.'),
    outputs: sweepOutputs,
    below_amount: u64.default(0n).describe('Only outputs below this, in piconero; 0 for all.'),
    ...txKeysParam,
    ...spendParams,
  },
  result: splitResult,
  refusedWhen: ['restricted', 'background'],
  errors: spendErrors,
  caution: 'spends',
  source: 'wallet/wallet_rpc_server.cpp on_sweep_all',

  async run(wallet, params) {
    const wanted = [{ address: params.address, amount: 0n }]
    const { payments, paymentId } = await recipients(
      wallet,
      wanted,
      params.payment_id,
      () => 'address',
    )
    const outputs = sweptInto(params.outputs)
    const { addresses } = wallet
    const every = Array.from(
      { length: addresses.addressCount(params.account_index) },
      (_, index) => index,
    )
    const made = await wallet.spend.sweep(
      {
        ...spendingOf(params),
        outputs,
        paymentId,
        recipient: payments[0]!,
        addresses: params.subaddr_indices_all ? every : params.subaddr_indices,
        below: params.below_amount,
      },
      { relay: !params.do_not_relay },
    )
    return split(wallet, made, wantedOf(params))
  },
})
