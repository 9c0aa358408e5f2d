import { describe, expect, test } from 'vitest'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import {
  requestDaemon,
  requireConnection,
  sameError,
  statusErrors,
} from '../../../../worker/engine/proofs/proof-requests.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { testPorts } from '../../../support/wallets/test-wallet.ts'

const ports = await testPorts()
const source = { ports, daemon: fakeDaemon({}) }
const failing = (error: Error) => () => Promise.reject(error)
const away = new ConnectionError('refused')
const status = (text: string) => new DaemonError('get_outs', text)
const unreadable = new AnswerError('get_outs', 'expected a list')

describe('requestDaemon', () => {
  test('returns the answer of the daemon', async () => {
    const answer = requestDaemon(source, async (daemon) => daemon, sameError('failed'))
    expect(await answer).toBe(source.daemon)
  })

  // monero src/wallet/wallet2.cpp throw_on_rpc_response_error
  test.each([
    [away, 'no connection to daemon'],
    [status('BUSY'), 'daemon is busy'],
    [status('Failed'), 'error in get_outs RPC: Failed'],
    [status(''), 'error in get_outs RPC: no answer'],
    [unreadable, 'error in get_outs RPC: no answer'],
  ])('error: %s, where the reference checks the status', async (error, message) => {
    const request = requestDaemon(source, failing(error), statusErrors('get_outs'))
    await expect(request).rejects.toMatchObject({ reason: 'UNKNOWN_ERROR', message })
  })

  test.each([away, status('BUSY'), unreadable])('error: %s, where it does not', async (error) => {
    const request = requestDaemon(source, failing(error), sameError('it failed'))
    await expect(request).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message: 'it failed',
    })
  })

  test('error: no daemon, and no request', async () => {
    const request = requestDaemon(
      { ports, daemon: undefined },
      failing(new Error('was requested')),
      statusErrors('get_outs'),
    )
    await expect(request).rejects.toMatchObject({ message: 'no connection to daemon' })
  })

  test('error: rethrows a bug', async () => {
    const bug = new TypeError('not a function')
    await expect(requestDaemon(source, failing(bug), sameError('failed'))).rejects.toBe(bug)
  })
})

describe('requireConnection', () => {
  const over = (get_version: () => Promise<never>) => ({
    ports,
    daemon: fakeDaemon({ rpc: { get_version } }),
  })

  test('accepts a daemon that returns its version', async () => {
    const get_version = async () => ({ version: 0x3000c, release: true })
    const connected = { ports, daemon: fakeDaemon({ rpc: { get_version } }) }
    expect(await requireConnection(connected, 'node:18081')).toBeUndefined()
  })

  test.each([away, status('BUSY'), unreadable])('error: %s', async (error) => {
    await expect(requireConnection(over(failing(error)), 'node:18081')).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
      message: 'Failed to connect to daemon: node:18081',
    })
  })

  test('error: no daemon', async () => {
    await expect(requireConnection({ ports, daemon: undefined }, '')).rejects.toMatchObject({
      message: 'Failed to connect to daemon: ',
    })
  })
})
