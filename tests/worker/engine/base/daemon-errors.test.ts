import { describe, expect, test } from 'vitest'
import { ChainError } from '#protocol/chain/reader.ts'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import {
  askDaemon,
  daemonRpcError,
  InvalidDaemonData,
  isDaemonError,
  requireDaemon,
  requireOfDaemon,
} from '../../../../worker/engine/base/daemon-errors.ts'
import { unreachable } from '../../../support/wallets/test-wallet.ts'

const bug = new TypeError('bug')
const unknownError = { name: 'RpcError', code: -1 }
const noConnection = { name: 'RpcError', code: -38, message: 'no connection to daemon' }
const busy = { name: 'RpcError', code: -3, message: 'daemon is busy' }
const failure = {
  connection: new ConnectionError('refused'),
  busy: new DaemonError('get_info', 'BUSY'),
  status: new DaemonError('get_info', 'Failed'),
  noStatus: new DaemonError('get_info', ''),
  answer: new AnswerError('get_info', 'height: expected u64, got nothing'),
}

describe('daemonRpcError', () => {
  const untrusted = "the daemon's answer is not to be trusted: "
  test.each<[string, Error, object]>([
    ['a lost connection', failure.connection, noConnection],
    ['a busy daemon', failure.busy, busy],
    ['another status', failure.status, { ...unknownError, message: failure.status.message }],
    [
      'an answer in another form',
      failure.answer,
      { ...unknownError, message: failure.answer.message },
    ],
    [
      'an answer that contradicts the chain',
      new InvalidDaemonData('it holds no blocks'),
      { ...unknownError, message: `${untrusted}it holds no blocks` },
    ],
    [
      'malformed chain data',
      new ChainError('block', 'cut short'),
      { ...unknownError, message: untrusted + new ChainError('block', 'cut short').message },
    ],
  ])('of %s is an error for the caller', (_, error, expected) => {
    expect(daemonRpcError(error)).toMatchObject(expected)
  })

  test('returns any other error unchanged', () => {
    for (const error of [bug, 'text', undefined]) expect(daemonRpcError(error)).toBe(error)
  })
})

describe('askDaemon', () => {
  // monero src/wallet/wallet2.cpp throw_on_rpc_response_error: no status means no connection.
  test.each<[string, Error, object]>([
    ['a lost connection', failure.connection, noConnection],
    ['a busy daemon', failure.busy, busy],
    ['no status', failure.noStatus, noConnection],
    ['another status', failure.status, { name: 'RpcError', code: -4, message: 'no outs' }],
    [
      'an answer in another form',
      failure.answer,
      { name: 'RpcError', code: -4, message: `no outs: ${failure.answer.message}` },
    ],
  ])('error: %s', async (_, error, expected) => {
    await expect(askDaemon(Promise.reject(error), 'no outs')).rejects.toMatchObject(expected)
  })

  test('returns the answer, and rethrows bugs', async () => {
    expect(await askDaemon(Promise.resolve(5), 'no outs')).toBe(5)
    await expect(askDaemon(Promise.reject(bug), 'no outs')).rejects.toBe(bug)
  })
})

test('isDaemonError distinguishes failures of the daemon from bugs', () => {
  for (const error of Object.values(failure)) expect(isDaemonError(error)).toBe(true)
  for (const error of [bug, new InvalidDaemonData('lie'), undefined])
    expect(isDaemonError(error)).toBe(false)
})

test('requireOfDaemon throws only where the claim does not hold', () => {
  expect(() => requireOfDaemon(true, 'lie')).not.toThrow()
  expect(() => requireOfDaemon(false, 'lie')).toThrow(new InvalidDaemonData('lie'))
})

test('requireDaemon returns the daemon. error: no daemon is set', () => {
  const daemon = unreachable()
  expect(requireDaemon(daemon)).toBe(daemon)
  expect(() => requireDaemon(undefined)).toThrow(expect.objectContaining(noConnection))
})
