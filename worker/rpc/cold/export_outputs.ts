import { RpcError } from '#protocol/errors.ts'
import { bool, text, u32 } from '#protocol/fields.ts'
import { longHex } from '#protocol/hex.ts'
import { loadCold } from '../../engine/cold/load-cold.ts'
import { walletMethod } from '../method.ts'

export const export_outputs = walletMethod({
  summary: 'Exports outputs for an offline wallet with the same keys',
  params: {
    all: bool
      .default(false)
      .describe('All outputs; else from the first whose key image is needed.'),
    start: u32.default(0).describe('Index of the first output, with all.'),
    count: u32.default(0xffff_ffff).describe('Maximum number of outputs.'),
    form: text
      .default('triple')
      .describe('triple for wallets from 0.18.5 on, pair for wallets of 0.18.0.0.'),
  },
  result: { outputs_data_hex: text.describe('Encrypted and signed with the view key.') },
  refusedWhen: ['restricted', 'background'],
  errors: ['UNKNOWN_ERROR'],
  source: 'wallet/wallet_rpc_server.cpp on_export_outputs',

  async run({ ports, store }, { form, ...wanted }) {
    if (form !== 'pair' && form !== 'triple')
      throw new RpcError('INVALID_PARAMS', 'Invalid params', 'form: expected pair or triple')
    const { exportOutputs } = await loadCold()
    return { outputs_data_hex: longHex(await exportOutputs(ports, store, wanted, form)) }
  },
})
