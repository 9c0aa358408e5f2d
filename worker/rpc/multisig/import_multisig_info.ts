import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { bool, list, text, u64 } from '#protocol/fields.ts'
import { requireHex } from '../cold/hex.ts'
import { walletMethod } from '../method.ts'
import { exchanging, memberErrors } from './refusals.ts'

export const import_multisig_info = walletMethod({
  summary: 'Imports the multisig info of other members, and finds spent outputs',
  params: {
    info: list(text)
      .default([])
      .describe('In hex, one of each other member; at least threshold - 1 of them.'),
    refresh_after_import: bool
      .default(true)
      .describe('Rescan blocks now, instead of during the next refresh.'),
  },
  result: {
    n_outputs: u64.describe('Number of outputs that are in the info of all these members.'),
  },
  refusedWhen: ['restricted'],
  errors: [
    ...memberErrors,
    'THRESHOLD_NOT_REACHED',
    'BAD_HEX',
    'UNKNOWN_ERROR',
    'NO_DAEMON_CONNECTION',
    'DAEMON_IS_BUSY',
  ],
  takesSets: true,
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
    // The import is complete, even if this fails.
    if (known > 0 && refresh_after_import && daemonAddress?.trusted)
      await sync.rescanSpent().catch((error: unknown) => {
        if (!(error instanceof RpcError)) throw error
        ports.log('warning', `Spent outputs could not be queried: ${error.message}`)
      })
    return { n_outputs: BigInt(known) }
  },
})
