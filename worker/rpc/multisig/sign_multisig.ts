import { list, text } from '#protocol/fields.ts'
import { longHex } from '#protocol/hex.ts'
import { requireMultisigSet, sealMultisigSet } from '../../engine/multisig/tx-set.ts'
import { requireHex } from '../cold/hex.ts'
import { walletMethod } from '../method.ts'
import { memberErrors } from './refusals.ts'

export const sign_multisig = walletMethod({
  summary: 'Signs a set of multisig transactions',
  params: { tx_data_hex: text.default('').describe('The set from the previous member.') },
  result: {
    tx_data_hex: text.describe('For the next member, or for submit_multisig.'),
    tx_hash_list: list(text).describe('Empty while signatures are missing.'),
  },
  refusedWhen: ['restricted'],
  errors: [...memberErrors, 'BAD_HEX', 'BAD_MULTISIG_TX_DATA', 'MULTISIG_SIGNATURE'],
  caution: 'spends',
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_sign_multisig',

  async run({ multisig, ports }, { tx_data_hex }) {
    const secrets = multisig.requireReady()
    const asked = await requireMultisigSet(ports, secrets, requireHex(tx_data_hex))
    const { set, txids } = await multisig.sign(asked)
    return {
      tx_data_hex: longHex(await sealMultisigSet(ports, secrets, set)),
      tx_hash_list: txids,
    }
  },
})
