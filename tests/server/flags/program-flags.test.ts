import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UsageError } from '#protocol/settings.ts'
import { readProgramFlags, reportIneffective } from '../../../server/flags/program-flags.ts'
import { consoleLines } from '../../support/programs/console-lines.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const effective = {
  'config-file': { takes: 'FILE', onCommandLineOnly: true, help: '' },
  'rpc-login': { takes: 'LOGIN', help: '' },
  mine: { help: '' },
  threads: { takes: 'N', help: '' },
} as const
const accepted = { igd: { takes: 'MODE', help: '' }, 'rpc-login': { help: '' } }

describe('flags of a program', () => {
  test('come from command line, file and environment, in this order', () => {
    const file = join(temporaryFolder('flags'), 'conf')
    writeFileSync(file, 'threads=2\nmine=1\nigd=off\n')
    const args = ['--config-file', file, '--threads', '3']
    expect(readProgramFlags(effective, accepted, args, { RPC_LOGIN: 'me:p' })).toEqual({
      given: { 'config-file': file, threads: '3', mine: true, 'rpc-login': 'me:p' },
      ineffective: ['igd'],
    })
  })

  test('an effective flag takes precedence over an accepted one of its name', () => {
    const { given, ineffective } = readProgramFlags(effective, accepted, ['--rpc-login=me:p'], {})
    expect([given, ineffective]).toEqual([{ 'rpc-login': 'me:p' }, []])
  })

  test('without effect are flags that lack another', () => {
    const read = (...args: string[]) =>
      readProgramFlags(
        effective,
        accepted,
        args,
        {},
        (name, all) => name !== 'threads' || all.has('mine'),
      )
    expect(read('--threads', '2').ineffective).toEqual(['threads'])
    expect(read('--threads', '2', '--mine').ineffective).toEqual([])
  })

  test('error: an unknown flag', () => {
    expect(() => readProgramFlags(effective, accepted, ['--nope'], {})).toThrow(
      new UsageError('unknown flag --nope'),
    )
  })
})

describe('reportIneffective', () => {
  const lines = consoleLines('log')

  test('names the flags on one line, and is silent without any', () => {
    reportIneffective([])
    reportIneffective(['igd', 'no-zmq'])
    expect(lines).toEqual(['Without effect here: --igd --no-zmq'])
  })
})
