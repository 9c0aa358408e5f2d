import { bool, list, u32 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { relayFields, single, singleResult } from './answers.ts'
import { destinations, paymentIdField, recipients } from './destinations.ts'
import { priority } from './priority.ts'

export const transfer = walletMethod({
  summary: 'Sends to recipients, in one transaction',
  params: {
    destinations,
    account_index: u32.default(0).describe('Account to spend from.'),
    subaddr_indices: list(u32).default([]).describe('Addresses to spend from; all when empty.'),
    subtract_fee_from_outputs: list(u32)
      .default([])
      .describe('Destinations, by index, that pay the fee in equal parts; change does when empty.'),
    priority,
    payment_id: paymentIdField,
    get_tx_key: bool.default(false),
    ...relayFields,
  },
  result: singleResult,
  refusedWhen: ['restricted', 'background'],
  errors: [
    'WRONG_ADDRESS',
    'DAEMON_IS_BUSY',
    'GENERIC_TRANSFER_ERROR',
    'WRONG_PAYMENT_ID',
    'TX_NOT_POSSIBLE',
    'NOT_ENOUGH_MONEY',
    'TX_TOO_LARGE',
    'NOT_ENOUGH_OUTS_TO_MIX',
    'ZERO_DESTINATION',
    'NOT_ENOUGH_UNLOCKED_MONEY',
    'NO_DAEMON_CONNECTION',
    'ZERO_AMOUNT',
  ],
  source: 'wallet/wallet_rpc_server.cpp on_transfer',

  async run(wallet, params) {
    const { payments, paymentId } = recipients(wallet, params.destinations, params.payment_id)
    const [signed] = await wallet.spend.transfer(
      {
        account: params.account_index,
        addresses: params.subaddr_indices,
        priority: params.priority,
        unlockTime: params.unlock_time,
        subtractFeeFrom: params.subtract_fee_from_outputs,
        payments,
        paymentId,
      },
      { relay: !params.do_not_relay, most: 1 },
    )
    const { get_tx_key: keys, get_tx_hex: hex, get_tx_metadata: metadata } = params
    return single(signed!, { keys, hex, metadata })
  },
})
