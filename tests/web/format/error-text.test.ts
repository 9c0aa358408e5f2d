import { describe, expect, test, vi } from 'vitest'
import { errorDetails } from '#protocol/error-details.ts'
import { RpcError } from '#protocol/errors.ts'
import { errorText } from '../../../web/format/error-text.ts'

const bug = /^Unexpected error\. If you report it, add its id: ([0-9a-f]{8})\./

describe('errorText', () => {
  test('explains common errors by their code', () => {
    expect(errorText(new RpcError('INVALID_PASSWORD', 'Invalid password.'))).toBe(
      'That is not the password of this wallet.',
    )
  })

  test.each([
    [errorDetails.wrongPassword, 'That is not the password of this wallet.'],
    [errorDetails.walletInUse, 'This wallet is open in another tab. Close it there.'],
    [errorDetails.seedChecksum, 'These are not the words of a seed. Check them once more.'],
    [
      errorDetails.wrongCandidates,
      'The node gave a wrong answer, which could reveal what you spend. It is not asked about this ' +
        'money again. Choose another node in the settings, then pay again.',
    ],
    [
      errorDetails.refusedBefore,
      'An earlier payment was refused, but could still be mined. This payment cannot take its place. ' +
        'Wait, or open the earlier payment in the history and give it up.',
    ],
    [errorDetails.seedEncrypted, 'These are not the words of a seed. Check them once more.'],
  ])('explains “%s” by its data, with any message', (data, words) => {
    expect(errorText(new RpcError('UNKNOWN_ERROR', 'Any message', data))).toBe(words)
  })

  test('does not read messages', () => {
    const message = 'Failed to open wallet : Invalid password.'
    expect(errorText(new RpcError('UNKNOWN_ERROR', message))).toBe(message)
  })

  test('returns the engine’s message for other errors', () => {
    expect(errorText(new RpcError('UNKNOWN_ERROR', 'Tag unknown'))).toBe('Tag unknown')
  })

  test('error: does not show the message of a bug', () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const [, id] = bug.exec(errorText(new TypeError('x is undefined'))) ?? []
    expect(id).toMatch(/^[0-9a-f]{8}$/)
    expect(logged.mock.calls).toEqual([[expect.stringContaining(`error ${id}: TypeError at `)]])
    expect(logged.mock.calls[0]![0]).not.toContain('undefined')
    logged.mockRestore()
  })

  test('error: shows the id of an internal error', () => {
    const internal = new RpcError('INTERNAL_ERROR', 'Internal error', '0a1b2c3d')
    expect(errorText(internal)).toBe(
      'Unexpected error. If you report it, add its id: 0a1b2c3d. Details are in the browser console.',
    )
  })
})
