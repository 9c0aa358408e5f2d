import { list, text } from '#protocol/fields.ts'
import { requireMultisigSet } from '../../engine/multisig/tx-set.ts'
import { requireHex } from '../cold/hex.ts'
import { walletMethod } from '../method.ts'
import { memberErrors } from './refusals.ts'

export const submit_multisig = walletMethod({
  summary: 'Sends a fully signed set of multisig transactions',
  params: { tx_data_hex: text.default('').describe('The set that the last member signed.') },
  result: { tx_hash_list: list(text) },
  refusedWhen: ['restricted'],
  errors: [
    ...memberErrors,
    'BAD_HEX',
    'BAD_MULTISIG_TX_DATA',
    'THRESHOLD_NOT_REACHED',
    'MULTISIG_SUBMISSION',
  ],
  caution: 'spends',
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_submit_multisig',

  async run({ multisig, ports }, { tx_data_hex }) {
    const secrets = multisig.requireReady()
    const set = await requireMultisigSet(ports, secrets, requireHex(tx_data_hex))
    return { tx_hash_list: await multisig.submit(set) }
  },
})
