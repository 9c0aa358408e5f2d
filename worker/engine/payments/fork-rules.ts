/**
 * Which rules the daemon's chain follows.
 *
 * @module
 */
import { newestVersion } from '#protocol/rules/forks.ts'
import type { Daemon } from '../base/ports.ts'
import { askDaemon, transferError } from '../base/daemon-errors.ts'

/** The form of transaction built here is that of version 15 and 16. */
const oldestVersion = 15

/** Version of the rules on the daemon's chain. @throws {RpcError} When it is not one we build for. */
export async function rulesOf(daemon: Daemon): Promise<number> {
  const { version } = await askDaemon(daemon.rpc.hard_fork_info({}), 'failed to get hard fork info')
  if (version >= oldestVersion && version <= newestVersion) return version
  throw transferError(
    `the network follows version ${version} of the rules, this wallet knows ${oldestVersion} to ` +
      `${newestVersion}: nothing was sent`,
  )
}
