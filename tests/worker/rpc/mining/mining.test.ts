import { describe, expect, test } from 'vitest'
import { DaemonError } from '#protocol/daemon/errors.ts'
import { dispatch } from '../../../../worker/rpc/dispatch.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { testService, testWallet } from '../../../support/wallets/test-wallet.ts'

async function scene({ trusted = true, fails = false } = {}) {
  const asked: unknown[] = []
  const answer = async (params: unknown) => {
    asked.push(params)
    if (fails) throw new DaemonError('start_mining', 'BUSY')
    return { status: 'OK' }
  }
  const daemon = fakeDaemon({ json: { start_mining: answer, stop_mining: answer } })
  const service = await testService(
    { daemon: { address: 'fake', trusted } },
    { connect: () => daemon, concurrency: 4 },
  )
  const wallet = await testWallet({}, service)
  const start = (threads_count: number) => dispatch(service, 'start_mining', { threads_count })
  return { service, wallet, asked, start }
}

describe('start_mining', () => {
  test('has the daemon mine to our address', async () => {
    const { wallet, asked, start } = await scene()
    expect(await start(4)).toEqual({ result: {} })
    expect(asked).toEqual([
      {
        ...{ miner_address: wallet.primaryAddress, threads_count: 4n },
        ...{ do_background_mining: false, ignore_battery: false },
      },
    ])
  })

  test.each([0, 5])('error: %i threads', async (threads) => {
    const { asked, start } = await scene()
    expect(await start(threads)).toEqual({
      error: { code: -1, message: 'The specified number of threads is inappropriate.' },
    })
    expect(asked).toEqual([])
  })

  test('error: the daemon is not trusted', async () => {
    const { asked, start } = await scene({ trusted: false })
    expect(await start(1)).toEqual({
      error: { code: -1, message: 'This command requires a trusted daemon.' },
    })
    expect(asked).toEqual([])
  })

  test('error: the daemon refuses', async () => {
    const { start } = await scene({ fails: true })
    expect(await start(1)).toEqual({
      error: { code: -1, message: "Couldn't start mining due to unknown error." },
    })
  })
})

describe('stop_mining', () => {
  test('has the daemon stop', async () => {
    const { service, asked } = await scene({ trusted: false })
    expect(await dispatch(service, 'stop_mining')).toEqual({ result: {} })
    expect(asked).toEqual([{}])
  })

  test('error: the daemon refuses', async () => {
    const { service } = await scene({ fails: true })
    expect(await dispatch(service, 'stop_mining')).toEqual({
      error: { code: -1, message: "Couldn't stop mining due to unknown error." },
    })
  })
})
