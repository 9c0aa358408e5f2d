import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { readWithFile } from '../../../server/flags/config-file.ts'

const flags = {
  'config-file': { takes: 'FILE', onCommandLineOnly: true, help: '' },
  detach: { onCommandLineOnly: true, help: '' },
  port: { takes: 'PORT', help: '' },
  'rpc-login': { takes: 'LOGIN', help: '' },
  peer: { takes: 'HOST', mayRepeat: true, help: '' },
  regtest: { help: '' },
} as const

function read(text: string, ...args: string[]) {
  const given = readWithFile(flags, ['--config-file', 'f', ...args], () => text)
  return Object.fromEntries([...given].filter(([name]) => name !== 'config-file'))
}

describe('a configuration file', () => {
  test.each([
    ['port=5', { port: '5' }],
    ['  port =  5  \r', { port: '5' }],
    ['port=5 # the port', { port: '5' }],
    ['# port=5', {}],
    ['\n\n', {}],
    ['rpc-login=a:b=c', { 'rpc-login': 'a:b=c' }],
    ['rpc-login=--port', { 'rpc-login': '--port' }],
    ['port=5\nport=6', { port: '6' }],
    ['peer=a\npeer=b', { peer: 'a,b' }],
  ])('%j', (text, given) => {
    expect(read(text)).toEqual(given)
  })

  test.each(['', '1', 'on', 'YES', 'True'])('sets a switch with %j', (value) => {
    expect(read(`regtest=${value}`)).toEqual({ regtest: true })
  })

  test.each(['0', 'off', 'No', 'FALSE'])('leaves a switch with %j', (value) => {
    expect(read(`regtest=${value}`)).toEqual({})
  })

  test('gives way to the command line, also for repeated flags', () => {
    expect(read('port=5\npeer=a\nregtest=0', '--port=6', '--peer', 'b', '--regtest')).toEqual({
      port: '6',
      peer: 'b',
      regtest: true,
    })
  })

  test('is not read without its flag', () => {
    const never = () => {
      throw new Error('read')
    }
    expect(readWithFile(flags, ['--port', '5'], never)).toEqual(new Map([['port', '5']]))
  })

  test.each([
    ['nope=1', "Unrecognized option 'nope' in config file."],
    ['constructor=1', "Unrecognized option 'constructor' in config file."],
    ['__proto__=1', "Unrecognized option '__proto__' in config file."],
    ['--port=1', "Unrecognized option '--port' in config file."],
    [
      'detach=1',
      "Option 'detach' is not allowed in the config file, please use it as a command line flag.",
    ],
    [
      'config-file=g',
      "Option 'config-file' is not allowed in the config file, please use it as a command line flag.",
    ],
    ['regtest=2', "Option 'regtest' in the config file must be 1 or 0"],
    ['port=', '--port needs PORT'],
    ['port=5\n\nsecret', 'line 3 of the config file is not NAME=VALUE'],
    ['=secret', 'line 1 of the config file is not NAME=VALUE'],
  ])('error: %j', (text, message) => {
    expect(() => read(text)).toThrow(new UsageError(message))
  })

  test('error: no message contains a value, which may be a login', () => {
    for (const line of ['rpc-logn=me:secret', 'regtest=me:secret', 'me:secret', 'detach=secret'])
      expect(() => read(line)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('secret') as string }),
      )
  })

  test('error: the file is missing', () => {
    const missing = () => {
      throw new Error('ENOENT')
    }
    expect(() => readWithFile(flags, ['--config-file=/no/file'], missing)).toThrow(
      new UsageError("Can't find config file /no/file"),
    )
  })
})
