import { describe, expect, test } from 'vitest'
import { ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import { rulesOf } from '../../../../worker/engine/payments/fork-rules.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'

const daemonOf = (hard_fork_info: () => Promise<unknown>) => fakeDaemon({ rpc: { hard_fork_info } })

describe('rulesOf', () => {
  test.each([15, 16])('returns version %d, which this wallet builds', async (version) => {
    expect(await rulesOf(daemonOf(async () => ({ version })))).toBe(version)
  })

  test.each([1, 14, 17, 255])('error: version %d', async (version) => {
    await expect(rulesOf(daemonOf(async () => ({ version })))).rejects.toMatchObject({
      reason: 'GENERIC_TRANSFER_ERROR',
      message: `the network uses version ${version} of the consensus rules, this wallet supports 15 to 16: nothing was sent`,
    })
  })

  test.each([
    [new ConnectionError('refused'), 'NO_DAEMON_CONNECTION', 'no connection to daemon'],
    [new DaemonError('hard_fork_info', 'BUSY'), 'DAEMON_IS_BUSY', 'daemon is busy'],
    [
      new DaemonError('hard_fork_info', 'Failed'),
      'GENERIC_TRANSFER_ERROR',
      'failed to get hard fork info',
    ],
  ])('error: %s', async (failure, reason, message) => {
    const daemon = daemonOf(() => Promise.reject(failure))
    await expect(rulesOf(daemon)).rejects.toMatchObject({ reason, message })
  })
})
