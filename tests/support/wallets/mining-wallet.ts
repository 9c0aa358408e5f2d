/**
 * A wallet whose daemon only starts and stops mining, and records what it is asked.
 *
 * @module
 */
import { DaemonError } from '#protocol/daemon/errors.ts'
import { fakeDaemon } from '../daemons/fake-daemon.ts'
import { calledWallet } from './called-wallet.ts'

/** @param fails - Whether the daemon refuses each call. The machine has four cores. */
export async function miningWallet({ trusted = true, fails = false } = {}) {
  const asked: unknown[] = []
  const answer = async (params: unknown) => {
    asked.push(params)
    if (fails) throw new DaemonError('start_mining', 'BUSY')
    return { status: 'OK' }
  }
  const daemon = fakeDaemon({ json: { start_mining: answer, stop_mining: answer } })
  const called = await calledWallet(
    { daemon: { address: 'fake', trusted } },
    { connect: () => daemon, concurrency: 4 },
  )
  return { ...called, asked }
}
