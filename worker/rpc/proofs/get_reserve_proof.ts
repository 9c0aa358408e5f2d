import { RpcError } from '#protocol/errors.ts'
import { bool, text, u32, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { loadProofs } from './load-proofs.ts'
import { messageParam } from './params.ts'

export const get_reserve_proof = walletMethod({
  summary: 'Proof that we have an amount',
  params: {
    all: bool.default(false).describe('Prove all that the wallet has.'),
    account_index: u32.default(0).describe('Account to prove from, unless all is proven.'),
    amount: u64.default(0n).describe('In piconero: at least this much, unless all is proven.'),
    ...messageParam,
  },
  result: { signature: text.describe('ReserveProofV2, then Base58.') },
  refusedWhen: ['background'],
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_get_reserve_proof',

  async run(wallet, { all, account_index: account, amount, message }) {
    if (!all && account >= wallet.addresses.accountCount)
      throw new RpcError('UNKNOWN_ERROR', 'Account index is out of bound')
    const least = all ? undefined : { account, amount }
    const { makeReserveProof, writeReserveProof } = await loadProofs()
    return { signature: writeReserveProof(await makeReserveProof(wallet, message, least)) }
  },
})
