/**
 * Our engine on Node 24, or on this Node where npm cannot fetch that: the built wallet RPC.
 *
 * @module
 */
import { startOurWalletRpc } from '../../support/programs/nightjar.ts'
import { node24 } from './node24.ts'
import { nodeScanners } from './scanners.ts'
import { rpcTime, type BenchWallet, type WalletOptions } from './wallet.ts'

export async function ourNodeWallet({
  daemon,
  scanners = 1,
  flags: more = [],
}: WalletOptions): Promise<BenchWallet> {
  const flags = ['--no-auto-refresh', ...nodeScanners(scanners), ...more]
  const { program, url, call } = await startOurWalletRpc({ daemon, flags, node: node24() })
  const { pid } = program
  return { pid, holders: () => [pid], call, time: rpcTime(url), close: () => program.stop() }
}
