import { choice, list, object, text, u32, u64 } from '#protocol/fields.ts'
import { hostMethod } from '../../method.ts'

const coin = object({
  key: text.describe('One-time public key: the name of the output.'),
  key_image: text
    .optional()
    .describe('Absent while it is unknown. Such an output cannot be chosen.'),
  amount: u64.describe('In piconero.'),
  txid: text,
  height: u64,
  timestamp: u64,
  confirmations: u64,
  address_index: u32,
  address_label: text,
  origin: choice('mined', 'received', 'change', 'own').describe(
    'own: from a payment of this wallet to its own addresses only.',
  ),
  state: choice('unspent', 'locked', 'frozen', 'spending', 'spent').describe(
    'spending: by a transaction that is not mined.',
  ),
  blocks_to_unlock: u64.describe('0 for none, and for a time lock.'),
  unlock_time: u64,
  spent_txid: text.optional(),
  label: text,
})

export const get_coins = hostMethod({
  summary: 'All outputs of an account, with their state, origin and label',
  params: { account_index: u32 },
  result: { coins: list(coin).describe('In the order of the chain.') },
  errors: ['NOT_OPEN'],

  async run({ wallet }, { account_index }) {
    const { coinsOf } = await import('../../../engine/payments/coins/coins.ts')
    const coins = coinsOf(wallet, account_index).map(
      ({
        keyImage,
        addressIndex,
        addressLabel,
        blocksToUnlock,
        unlockTime,
        spentTxid,
        ...rest
      }) => ({
        ...rest,
        key_image: keyImage,
        address_index: addressIndex,
        address_label: addressLabel,
        blocks_to_unlock: blocksToUnlock,
        unlock_time: unlockTime,
        spent_txid: spentTxid,
      }),
    )
    return { coins }
  },
})
