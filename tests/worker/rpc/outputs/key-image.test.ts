import { describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { parseKeyImage, requireKeyImage } from '../../../../worker/rpc/outputs/key-image.ts'

const unreadable = new RpcError('WRONG_KEY_IMAGE', 'failed to parse key image')

describe('a key image', () => {
  test('is read in either case, as lower case', () => {
    expect(parseKeyImage('aB'.repeat(32))).toBe('ab'.repeat(32))
    expect(requireKeyImage('aB'.repeat(32), 'freeze')).toBe('ab'.repeat(32))
  })

  test.each(['', 'ab', 'zz'.repeat(32), `${'ab'.repeat(32)}0`])('error: %j', (given) => {
    expect(() => parseKeyImage(given)).toThrow(unreadable)
  })

  test('error: the message names the purpose of one that is left out', () => {
    expect(() => requireKeyImage('', 'thaw')).toThrow(
      new RpcError('UNKNOWN_ERROR', 'Must specify key image to thaw'),
    )
    expect(() => requireKeyImage('ab', 'thaw')).toThrow(unreadable)
  })
})
