import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { bool, list, text, u64 } from '#protocol/fields.ts'
import { requireHex } from '../cold/hex.ts'
import { walletMethod } from '../method.ts'
import { exchanging, memberErrors } from './refusals.ts'

export const import_multisig_info = walletMethod({
  summary: 'Import the multisig info of other members, and find spent outputs',
  params: {
    info: list(text)
      .default([])
      .describe('Hex, one of each other member; at least threshold - 1 of them.'),
    refresh_after_import: bool
      .default(true)
      .describe('Rescan blocks now instead of at the next refresh.'),
  },
  result: { n_outputs: u64.describe('Number of outputs that all these members know.') },
  refusedWhen: ['restricted'],
  errors: [
    ...memberErrors,
    'THRESHOLD_NOT_REACHED',
    'BAD_HEX',
    'UNKNOWN_ERROR',
    'NO_DAEMON_CONNECTION',
    'DAEMON_IS_BUSY',
  ],
  source: 'wallet/wallet_rpc_server.cpp on_import_multisig',

  async run({ multisig, sync, daemonAddress, ports }, { info, refresh_after_import }) {
    multisig.requireReady()
    if (info.length + 1 < multisig.state.threshold)
      throw new RpcError(
        'THRESHOLD_NOT_REACHED',
        'Needs multisig export info from more participants',
        errorDetails.missingMultisigInfo,
      )
    const sealed = info.map(requireHex)
    const known = await exchanging('import_multisig', () =>
      multisig.import(sealed, refresh_after_import),
    )
    // The import is done whatever becomes of this.
    if (known > 0 && refresh_after_import && daemonAddress?.trusted)
      await sync.rescanSpent().catch((error: unknown) => {
        if (!(error instanceof RpcError)) throw error
        ports.log('warning', `what was spent is not asked for: ${error.message}`)
      })
    return { n_outputs: BigInt(known) }
  },
})
