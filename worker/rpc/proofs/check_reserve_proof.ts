import { RpcError } from '#protocol/errors.ts'
import { bool, text, u64 } from '#protocol/fields.ts'
import { walletMethod } from '../method.ts'
import { loadProofs } from './load-proofs.ts'
import { messageParam, requireAddress } from './params.ts'

export const check_reserve_proof = walletMethod({
  summary: 'Checks a reserve proof',
  params: {
    address: text.default('').describe('Primary address of the prover.'),
    ...messageParam,
    signature: text.default('').describe('The proof.'),
  },
  result: {
    good: bool,
    total: u64.describe('Proven amount, in piconero.'),
    spent: u64.describe('The part that is already spent, in piconero, according to the daemon.'),
  },
  errors: ['WRONG_ADDRESS', 'UNKNOWN_ERROR'],
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_check_reserve_proof',

  async run(wallet, { address, message, signature }) {
    const prover = requireAddress(wallet, address)
    if (prover.kind === 'subaddress')
      throw new RpcError('UNKNOWN_ERROR', 'Address must not be a subaddress')
    const { checkReserveProof, readReserveProof, requireConnection } = await loadProofs()
    // Before the proof is read: clients find out in this way whether there is a daemon.
    await requireConnection(wallet, wallet.daemonAddress?.address ?? '')
    return checkReserveProof(wallet, prover, message, readReserveProof(signature))
  },
})
