import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { AnswerError, ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import {
  knownTransactions,
  refusesForGood,
  relay,
  type RelayOutcome,
} from '../../../../worker/engine/payments/relay.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'

const unavailable = new ConnectionError('timed out')

/** The outcome for an answer of `send_raw_transaction`. */
const outcomeOf = (answer: object) =>
  relay(fakeDaemon({ json: { send_raw_transaction: async () => answer } }), Uint8Array.of(1))

describe('relay', () => {
  test('sends the bytes alone: the daemon relays and checks them by default', async () => {
    const requests: unknown[] = []
    const send_raw_transaction = async (request: unknown) => {
      requests.push(request)
      return { status: 'OK' }
    }
    const daemon = fakeDaemon({ json: { send_raw_transaction } })
    expect(await relay(daemon, Uint8Array.of(0xab, 0x01))).toBe('accepted')
    expect(requests).toEqual([{ tx_as_hex: 'ab01' }])
  })

  test('returns the busy error for a busy daemon', async () => {
    const refused = new RpcError('DAEMON_IS_BUSY', 'daemon is busy')
    expect(await outcomeOf({ status: 'BUSY', double_spend: true })).toEqual({
      refused,
      conflict: false,
    })
  })

  // monero src/wallet/wallet2.cpp get_text_reason
  const texts = {
    low_mixin: 'bad ring size',
    double_spend: 'double spend',
    invalid_input: 'invalid input',
    invalid_output: 'invalid output',
    too_few_outputs: 'too few outputs',
    too_big: 'too big',
    overspend: 'overspend',
    fee_too_low: 'fee too low',
    sanity_check_failed: 'tx sanity check failed',
    not_relayed: 'tx was not relayed',
    tx_extra_too_big: 'tx extra too big',
    nonzero_unlock_time: 'tx unlock time is not zero',
  }
  test.each(Object.entries(texts))('names the reason %s', async (flag, text) => {
    const none = { status: 'Failed', double_spend: false }
    expect(await outcomeOf({ ...none, [flag]: true })).toEqual({
      refused: expect.objectContaining({
        reason: 'GENERIC_TRANSFER_ERROR',
        message: 'transaction was rejected by daemon',
        data: text,
      }),
      conflict: flag === 'double_spend',
    })
  })

  test('returns all reasons of the daemon, or none', async () => {
    const several = await outcomeOf({ status: 'Failed', fee_too_low: true, low_mixin: true })
    expect(several).toMatchObject({ refused: { data: 'bad ring size, fee too low' } })
    const none = (await outcomeOf({ status: 'Failed' })) as { refused: RpcError }
    expect(none.refused.data).toBeUndefined()
  })

  test.each([
    ['does not answer', () => Promise.reject(unavailable)],
    ['returns another form', () => Promise.reject(new AnswerError('send', 'status missing'))],
    ['fails', () => Promise.reject(new DaemonError('send', 'Failed'))],
    ['has no status', async () => ({ status: '' })],
  ])('is unknown where the daemon %s', async (_, send_raw_transaction) => {
    const daemon = fakeDaemon({ json: { send_raw_transaction } })
    expect(await relay(daemon, Uint8Array.of(1))).toBe('unknown')
  })

  test('error: rethrows a bug', async () => {
    await expect(relay(fakeDaemon({}), Uint8Array.of(1))).rejects.toThrow('is not scripted')
  })
})

describe('knownTransactions', () => {
  const ids = Array.from({ length: 201 }, (_, i) => i.toString(16).padStart(64, '0'))

  test('requests at most a hundred at once and returns those that exist', async () => {
    const counts: number[] = []
    const get_transactions = async ({ txs_hashes }: { txs_hashes: string[] }) => {
      counts.push(txs_hashes.length)
      return { txs: txs_hashes.filter((id) => id.endsWith('0')).map((tx_hash) => ({ tx_hash })) }
    }
    const known = await knownTransactions(fakeDaemon({ json: { get_transactions } }), ids)
    expect(known).toEqual(new Set(ids.filter((id) => id.endsWith('0'))))
    expect(counts).toEqual([100, 100, 1])
  })

  test('is undefined where one of several requests fails', async () => {
    let calls = 0
    const get_transactions = async () => {
      if (++calls === 2) throw unavailable
      return { txs: [] }
    }
    const daemon = fakeDaemon({ json: { get_transactions } })
    expect(await knownTransactions(daemon, ids)).toBeUndefined()
    expect(calls).toBe(2)
  })
})

describe('refusesForGood', () => {
  const refused: RelayOutcome = {
    refused: new RpcError('GENERIC_TRANSFER_ERROR', 'transaction was rejected by daemon'),
    conflict: false,
  }
  const busy = { refused: new RpcError('DAEMON_IS_BUSY', 'daemon is busy'), conflict: false }
  const at = (height: bigint) => fakeDaemon({ json: { get_height: async () => ({ height }) } })

  test.each([
    ['a refusal at the height of the wallet', refused, at(400n), true],
    ['a refusal by a daemon that lacks a block', refused, at(399n), false],
    ['spent inputs', { ...refused, conflict: true }, at(400n), false],
    ['a busy daemon', busy, at(400n), false],
    ['an accepted transaction', 'accepted' as const, at(400n), false],
    ['an unknown outcome', 'unknown' as const, at(400n), false],
  ])('%s: %#', async (_, outcome, daemon, expected) => {
    expect(await refusesForGood(daemon, outcome, 400n)).toBe(expected)
  })

  test('is false where the daemon returns no height', async () => {
    const daemon = fakeDaemon({ json: { get_height: () => Promise.reject(unavailable) } })
    expect(await refusesForGood(daemon, refused, 400n)).toBe(false)
  })
})
