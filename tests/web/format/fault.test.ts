import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { explain } from '../../../web/format/fault.ts'

describe('explain', () => {
  test('explains common errors by their code', () => {
    expect(explain(new RpcError('INVALID_PASSWORD', 'Invalid password.'))).toBe(
      'That is not the password of this wallet.',
    )
  })

  test.each([
    ['Failed to open wallet : invalid password.', 'That is not the password of this wallet.'],
    [
      'Failed to open wallet : internal error: "x.keys" is opened by another wallet program',
      'This wallet is open in another tab. Close it there.',
    ],
  ])('explains “%s” by its message', (message, words) => {
    expect(explain(new RpcError('UNKNOWN_ERROR', message))).toBe(words)
  })

  test('returns the engine’s message for other errors', () => {
    expect(explain(new RpcError('UNKNOWN_ERROR', 'Tag unknown'))).toBe('Tag unknown')
  })

  test('error: does not show the message of a bug', () => {
    expect(explain(new TypeError('x is undefined'))).toBe(
      'Something went wrong that should not have.',
    )
  })
})
