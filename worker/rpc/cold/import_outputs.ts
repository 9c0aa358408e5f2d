import { text, u64 } from '#protocol/fields.ts'
import { loadCold } from '../../engine/cold/load-cold.ts'
import { walletMethod } from '../method.ts'
import { requireHex } from './hex.ts'

export const import_outputs = walletMethod({
  summary: 'Imports outputs of a wallet with the same keys',
  params: {
    outputs_data_hex: text.default('').describe('The outputs_data_hex from export_outputs.'),
  },
  result: { num_imported: u64.describe('Number of outputs of the wallet after the import.') },
  refusedWhen: ['restricted', 'background'],
  errors: ['BAD_HEX', 'UNKNOWN_ERROR'],
  takesSets: true,
  source: 'wallet/wallet_rpc_server.cpp on_import_outputs',

  async run(wallet, { outputs_data_hex }) {
    const sealed = requireHex(outputs_data_hex)
    const { importOutputs } = await loadCold()
    const count = await wallet.inForeground(() => importOutputs(wallet, sealed))
    wallet.events.emit('changed', { what: 'balance' })
    return { num_imported: BigInt(count) }
  },
})
