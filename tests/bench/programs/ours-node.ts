/**
 * Our engine on Node: the built wallet RPC.
 *
 * @module
 */
import { startOurWalletRpc } from '../../support/programs/nightjar.ts'
import { nodeScanners } from './scanners.ts'
import { rpcTime, type BenchWallet, type WalletOptions } from './wallet.ts'

export async function ourNodeWallet({
  daemon,
  scanners = 1,
  flags: more = [],
}: WalletOptions): Promise<BenchWallet> {
  const flags = ['--no-auto-refresh', ...nodeScanners(scanners), ...more]
  const { program, url, call } = await startOurWalletRpc({ daemon, flags })
  const { pid } = program
  return { pid, holders: () => [pid], call, time: rpcTime(url), close: () => program.stop() }
}
