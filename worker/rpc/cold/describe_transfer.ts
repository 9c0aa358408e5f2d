import { RpcError } from '#protocol/errors.ts'
import { text } from '#protocol/fields.ts'
import type { Construction } from '#protocol/interchange/construction.ts'
import { openMultisigSet } from '../../engine/multisig/tx-set.ts'
import type { Wallet } from '../../engine/wallet.ts'
import { walletMethod } from '../method.ts'
import { describeConstructions, descriptionFields } from './describe-constructions.ts'
import { requireSpendKey, requireUnsignedSet } from './unsigned-set.ts'
import { requireHex } from './hex.ts'

export const describe_transfer = walletMethod({
  summary: 'Describes unsigned transactions',
  params: {
    unsigned_txset: text.default('').describe('Set of a view-only wallet.'),
    multisig_txset: text.default('').describe('Set of a multisig wallet.'),
  },
  result: descriptionFields,
  refusedWhen: ['restricted', 'background'],
  errors: [
    'WATCH_ONLY',
    'UNKNOWN_ERROR',
    'BAD_HEX',
    'BAD_UNSIGNED_TX_DATA',
    'BAD_MULTISIG_TX_DATA',
  ],
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_describe_transfer',

  async run(wallet, { unsigned_txset, multisig_txset }) {
    requireSpendKey(wallet)
    const constructions =
      unsigned_txset === ''
        ? await ofGroup(wallet, multisig_txset)
        : (await requireUnsignedSet(wallet, unsigned_txset)).constructions
    return describeConstructions(constructions, wallet.network)
  },
})

async function ofGroup({ ports, secrets }: Wallet, given: string): Promise<Construction[]> {
  if (given === '') throw new RpcError('UNKNOWN_ERROR', 'no txset provided')
  const set = await openMultisigSet(ports, secrets, requireHex(given))
  if (!set) throw new RpcError('BAD_MULTISIG_TX_DATA', 'cannot load multisig_txset')
  return set.transactions.map(({ construction }) => construction)
}
