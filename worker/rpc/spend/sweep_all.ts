import { RpcError } from '#protocol/errors.ts'
import { bool, list, text, u32, u64 } from '#protocol/fields.ts'
import { maxOutputs } from '#protocol/rules/limits.ts'
import { walletMethod } from '../method.ts'
import { split, splitResult } from './answers.ts'
import { recipients } from './destinations.ts'
import { spendErrors, spendingOf, spendParams, txKeysParam, wantedOf } from './params.ts'

export const sweep_all = walletMethod({
  summary: 'Sends all unlocked money to one address',
  params: {
    address: text.default('').describe('Recipient, of any kind.'),
    account_index: u32.default(0).describe('Account to empty.'),
    subaddr_indices: list(u32)
      .default([])
      .describe('Addresses to empty; when empty one of them, chosen at random.'),
    subaddr_indices_all: bool.default(false).describe('Empty all addresses of the account.'),
    outputs: u64.default(1n).describe('Equal outputs to make in each transaction, 16 at most.'),
    below_amount: u64.default(0n).describe('Only outputs below this, in piconero; 0 for all.'),
    ...txKeysParam,
    ...spendParams,
  },
  result: splitResult,
  refusedWhen: ['restricted', 'background'],
  errors: spendErrors,
  source: 'wallet/wallet_rpc_server.cpp on_sweep_all',

  async run(wallet, params) {
    const wanted = [{ address: params.address, amount: 0n }]
    const { payments, paymentId } = recipients(wallet, wanted, params.payment_id, () => 'address')
    if (params.outputs < 1n)
      throw new RpcError('TX_NOT_POSSIBLE', 'Amount of outputs should be greater than 0.')
    // More than a transaction can hold is refused where it is built.
    const outputs = Number(params.outputs > maxOutputs ? maxOutputs + 1 : params.outputs)
    const { addresses } = wallet
    const every = Array.from(
      { length: addresses.addressCount(params.account_index) },
      (_, index) => index,
    )
    const signed = await wallet.spend.sweep(
      {
        ...spendingOf(params),
        ...{ outputs, paymentId, payee: payments[0]! },
        addresses: params.subaddr_indices_all ? every : params.subaddr_indices,
        below: params.below_amount,
      },
      { relay: !params.do_not_relay },
    )
    return split(signed, wantedOf(params))
  },
})
