import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { helpText, numberOf, portOf, readFlags } from '../../../server/flags/flags.ts'

const flags = {
  port: { takes: 'PORT', help: 'Where.' },
  password: { takes: 'PASSWORD', mayBeEmpty: true, help: 'Whose.' },
  friend: { takes: 'NAME', mayRepeat: true, help: 'Whom.' },
  quiet: { help: 'Say nothing.' },
} as const

describe('flags', () => {
  test.each([
    [['--port', '5', '--quiet'], { port: '5', quiet: true }],
    [['--port=5'], { port: '5' }],
    [['--port=5', '--port', '6'], { port: '6' }],
    [['--port=a=b\nc'], { port: 'a=b\nc' }],
    [['--port', '--quiet'], { port: '--quiet' }],
    [['--password='], { password: '' }],
    [['--password', ''], { password: '' }],
    [['--friend', 'a', '--friend=b,c'], { friend: 'a,b,c' }],
    [[], {}],
  ])('%j', (args, given) => {
    expect(readFlags(flags, args)).toEqual(given)
  })

  test.each([
    [['--prot', '5'], 'unknown flag --prot'],
    [['--prot=5'], 'unknown flag --prot'],
    [['-p'], 'unknown flag -p'],
    [['-port', '5'], 'unknown flag -port'],
    [['--'], 'unknown flag --'],
    [['--=5'], 'unknown flag --'],
    [['--constructor'], 'unknown flag --constructor'],
    [['--__proto__=5'], 'unknown flag --__proto__'],
    [['5'], 'unexpected argument, number 1'],
    [['--quiet', 'yes'], 'unexpected argument, number 2'],
    [['--password', 'two', 'words'], 'unexpected argument, number 3'],
    [[''], 'unexpected argument, number 1'],
    [['--port'], '--port needs PORT'],
    [['--port='], '--port needs PORT'],
    [['--port', ''], '--port needs PORT'],
    [['--password'], '--password needs PASSWORD'],
    [['--quiet=1'], '--quiet takes no value'],
    [['--quiet='], '--quiet takes no value'],
  ])('error: %j', (args, message) => {
    expect(() => readFlags(flags, args)).toThrow(new UsageError(message))
  })

  test('help explains every flag', () => {
    const long = { 'a-name-that-leaves-no-room': { takes: 'NAME[,NAME...]', help: 'All.' } }
    expect(helpText('x [--port PORT]', 'Does x.', { ...flags, ...long })).toBe(
      'Usage: x [--port PORT]\n\nDoes x.\n\n' +
        '  --port PORT                           Where.\n' +
        '  --password PASSWORD                   Whose.\n' +
        '  --friend NAME                         Whom.\n' +
        '  --quiet                               Say nothing.\n' +
        '  --a-name-that-leaves-no-room NAME[,NAME...]\n' +
        '                                        All.',
    )
  })
})

describe('values', () => {
  test.each(['0', '4'])('%s is a number up to 4', (value) => {
    expect(numberOf('level', value, 4)).toBe(Number(value))
  })

  test.each(['0', '18083', '65535'])('%s is a port', (value) => {
    expect(portOf('port', value)).toBe(Number(value))
  })

  test.each(['-1', '65536', 'x', '', '1e3', ' 1', '99999999999'])(
    'error: %s is not a port',
    (value) => {
      const message = '--port needs a number from 0 to 65535'
      expect(() => portOf('port', value)).toThrow(new UsageError(message))
    },
  )
})
