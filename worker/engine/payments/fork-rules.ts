/**
 * The fork version of the daemon's chain.
 *
 * @module
 */
import { newestVersion } from '#protocol/rules/forks.ts'
import { askDaemon, transferError } from '../base/daemon-errors.ts'
import type { PaymentCalls } from './block-answers.ts'

/** The fork versions whose transaction format this wallet builds: 15 and 16. */
const oldestVersion = 15

/**
 * Fork version of the daemon's chain. The request names a version, as those of wallet2 do; the answer has the
 * version of the chain in any case.
 *
 * @throws {RpcError} When this wallet does not support it.
 * @see monero src/rpc/core_rpc_server.cpp on_hard_fork_info
 */
export async function rulesOf(daemon: PaymentCalls): Promise<number> {
  const { version } = await askDaemon(
    daemon.rpc.hard_fork_info({ version: oldestVersion }),
    'failed to get hard fork info',
  )
  if (version >= oldestVersion && version <= newestVersion) return version
  throw transferError(
    `the network uses version ${version} of the consensus rules, this wallet supports ${oldestVersion} to ` +
      `${newestVersion}: nothing was sent`,
  )
}
