import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { readNodeFlags } from '../../../server/node/flags.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

function config(...lines: string[]) {
  const file = join(temporaryFolder('config'), 'node.conf')
  writeFileSync(file, lines.join('\n'))
  return file
}

describe('flags of a script that starts monerod', () => {
  test('are accepted, and flags without effect are named', () => {
    const args =
      '--regtest --offline --no-igd --p2p-bind-port=18080 --log-file x --rpc-bind-port 5 --no-zmq'
    expect(readNodeFlags(args.split(' '))).toEqual({
      given: { regtest: true, offline: true, 'rpc-bind-port': '5', 'no-zmq': true },
      ineffective: ['no-igd', 'p2p-bind-port', 'log-file', 'no-zmq'],
    })
  })

  test.each([
    [['--nope'], 'unknown flag --nope'],
    [['--no-igd=1'], '--no-igd takes no value'],
    [['--log-level'], '--log-level needs VALUE'],
    [['status'], 'unexpected argument, number 1'],
    [['--config-file', '/nowhere/x'], "Can't find config file /nowhere/x"],
  ])('error: %j', (args, message) => {
    expect(() => readNodeFlags(args)).toThrow(new UsageError(message))
  })
})

test('RPC_LOGIN replaces the missing flag', () => {
  const environment = { RPC_LOGIN: 'me:p', MONERO_LOGS: '2' }
  expect(readNodeFlags(['--regtest'], environment)).toEqual({
    given: { regtest: true, 'rpc-login': 'me:p' },
    ineffective: [],
  })
  const { given } = readNodeFlags(['--rpc-login', 'you:q'], environment)
  expect(given['rpc-login']).toBe('you:q')
})

describe('a config file', () => {
  test('holds flags without dashes, and comments', () => {
    const file = config(
      '# the shop’s node',
      '',
      'rpc-bind-port = 18089 # beside the other',
      'restricted-rpc=1',
      'no-igd=true\r',
      'confirm-external-bind=0',
      'log-file=',
    )
    expect(readNodeFlags(['--config-file', file])).toEqual({
      given: { 'config-file': file, 'rpc-bind-port': '18089', 'restricted-rpc': true },
      ineffective: ['no-igd', 'log-file'],
    })
  })

  test('sets the idle time of RandomX, which has no effect in front of another node', () => {
    const file = config('randomx-idle-time=30')
    const given = { 'config-file': file, 'randomx-idle-time': '30' }
    expect(readNodeFlags(['--config-file', file])).toEqual({ given, ineffective: [] })
    expect(readNodeFlags(['--config-file', file, '--upstream', 'a:1']).ineffective).toEqual([
      'randomx-idle-time',
    ])
  })

  test('gives way to the command line', () => {
    const file = config('rpc-bind-port=1', 'rpc-bind-ip=10.0.0.1')
    const { given } = readNodeFlags(['--rpc-bind-port', '2', `--config-file=${file}`])
    expect(given).toMatchObject({ 'rpc-bind-port': '2', 'rpc-bind-ip': '10.0.0.1' })
  })

  test.each([
    ['nope=1', "Unrecognized option 'nope' in config file."],
    [
      'detach=1',
      "Option 'detach' is not allowed in the config file, please use it as a command line flag.",
    ],
    [
      'help=1',
      "Option 'help' is not allowed in the config file, please use it as a command line flag.",
    ],
    ['offline=perhaps', "Option 'offline' in the config file must be 1 or 0"],
    ['name password', 'line 1 of the config file is not NAME=VALUE'],
    ['rpc-bind-port=', '--rpc-bind-port needs PORT'],
  ])('error: %s', (line, message) => {
    expect(() => readNodeFlags(['--config-file', config(line)])).toThrow(new UsageError(message))
  })
})
