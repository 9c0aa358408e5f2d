import { describe, expect, test } from 'vitest'
import { EpeeError } from '#protocol/epee/reader.ts'
import { json, rpc } from '#protocol/daemon/calls.ts'
import { AnswerError, DaemonError, parseAnswer, requireOkStatus } from '#protocol/daemon/errors.ts'
import { FieldError } from '#protocol/fields.ts'
import { JsonError } from '#protocol/json/scanner.ts'

describe('the status of an answer', () => {
  test('is accepted if it is OK, absent or not a string', () => {
    for (const answer of [{ status: 'OK' }, {}, null, undefined, { status: 5 }])
      expect(() => requireOkStatus('get_info', rpc.get_info, answer)).not.toThrow()
  })

  test('error: any other status; the message names the call', () => {
    const busy = () => requireOkStatus('get_info', rpc.get_info, { status: 'BUSY' })
    expect(busy).toThrow(new DaemonError('get_info', 'BUSY'))
    expect(busy).toThrow('daemon: get_info: BUSY')
  })

  test('is returned in the result if the contract has failsAsResult', () => {
    const { send_raw_transaction } = json
    expect(send_raw_transaction.failsAsResult).toBe(true)
    expect(() =>
      requireOkStatus('send_raw_transaction', send_raw_transaction, { status: 'Failed' }),
    ).not.toThrow()
  })
})

describe('an answer that does not fit its contract', () => {
  test.each([
    new JsonError('no value', 3),
    new EpeeError('unexpected end', 9),
    new FieldError('height', 'u64', -1),
  ])('error: $name names the call', (problem) => {
    const read = () => {
      throw problem
    }
    expect(() => parseAnswer('get_info', read)).toThrow(
      new AnswerError('get_info', problem.message),
    )
  })

  test('error: a bug is thrown unchanged', () => {
    const bug = new TypeError('undefined')
    const read = () => {
      throw bug
    }
    expect(() => parseAnswer('get_info', read)).toThrow(bug)
  })
})
