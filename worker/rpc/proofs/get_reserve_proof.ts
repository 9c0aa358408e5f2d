import { RpcError } from '#protocol/errors.ts'
import { bool, text, u32, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { loadProofs } from './load-proofs.ts'
import { messageParam } from './params.ts'

export const get_reserve_proof = walletMethod({
  summary: 'Proves that this wallet owns an amount',
  params: {
    all: bool.default(false).describe('Prove the whole balance.'),
    account_index: u32.default(0).describe('Account whose funds are proven; ignored with all.'),
    amount: u64.default(0n).describe('Minimum amount to prove, in piconero; ignored with all.'),
    ...messageParam,
  },
  result: { signature: text.describe('ReserveProofV2, followed by Base58.') },
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
