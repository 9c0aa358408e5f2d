import { describe, expect, test } from 'vitest'
import { withPassword } from '../../../server/login/rpc-login.ts'

const never = () => Promise.reject(new Error('asked'))

describe('the password of --rpc-login', () => {
  test('is prompted for if it is missing', async () => {
    const asked: string[] = []
    const ask = async (what: string) => (asked.push(what), 'p:q')
    expect(await withPassword({ 'rpc-login': 'me' }, ask)).toEqual({ 'rpc-login': 'me:p:q' })
    expect(asked).toEqual(['RPC server password'])
  })

  test.each([
    {},
    { 'rpc-login': 'me:' },
    { 'rpc-login': 'me:p' },
    { 'rpc-login': 'me', 'disable-rpc-login': true },
  ] as const)('is not prompted for: %o', async (given) => {
    expect(await withPassword(given, never)).toBe(given)
  })

  test.each([undefined, ''])('error: the answer is %o', async (answer) => {
    await expect(withPassword({ 'rpc-login': 'me' }, async () => answer)).rejects.toThrow(
      '--rpc-login needs NAME:PASSWORD, or the password on standard input',
    )
  })

  test('error: --detach requires a password, because there is no terminal', async () => {
    await expect(withPassword({ 'rpc-login': 'me', detach: true }, never)).rejects.toThrow(
      '--rpc-login needs NAME:PASSWORD beside --detach',
    )
  })
})
