import { PassThrough, Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { askPassword } from '../../../server/login/ask-password.ts'

describe('a password', () => {
  const piped = (text: string) =>
    askPassword('x', { stdin: Readable.from([text]), stderr: new PassThrough() })

  test.each([
    ['p q \nmore', 'p q '],
    ['p\r\n', 'p'],
    ['p', 'p'],
    ['', undefined],
  ])('is the first line of standard input: %j', async (text, password) => {
    expect(await piped(text)).toBe(password)
  })

  test('is read twice from a terminal, and not shown', async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    const stderr = new PassThrough()
    let shown = ''
    const escapes = /\u001b\[\d+[A-Z]/g
    const answers = ['one\r', 'other\r', 'secret\r', 'secret\r']
    stderr.on('data', (chunk: Buffer) => {
      shown = (shown + chunk.toString()).replace(escapes, '')
      if (chunk.toString().endsWith(': ')) setImmediate(() => stdin.write(answers.shift()!))
    })
    expect(await askPassword('The password', { stdin, stderr })).toBe('secret')
    expect(shown).toBe(
      'The password: \nConfirm password: \nPasswords do not match! Please try again.\n' +
        'The password: \nConfirm password: \n',
    )
  })

  test.each([
    ['Ctrl+C', 'sec\u0003'],
    ['Ctrl+D', '\u0004'],
  ])('error: %s at a terminal cancels the prompt', async (_, keys) => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true })
    stdin.write(keys)
    expect(await askPassword('x', { stdin, stderr: new PassThrough() })).toBeUndefined()
  })
})
