import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { parseLogin } from '../../../server/login/parse-login.ts'

describe('parseLogin', () => {
  test.each([
    ['me:secret', 'me', 'secret'],
    ['me:', 'me', ''],
    ['me:a:b c', 'me', 'a:b c'],
  ])('%s', (text, username, password) => {
    expect(parseLogin('rpc-login', text)).toEqual({ username, password })
  })

  test.each(['', 'secret', ':secret'])(
    'error: %j has no name, and is not in the message',
    (text) => {
      expect(() => parseLogin('rpc-login', text)).toThrow(
        new UsageError('--rpc-login needs NAME:PASSWORD'),
      )
    },
  )
})
