import { afterEach, describe, expect, test } from 'vitest'
import { RpcError } from '#protocol/errors.ts'
import { UsageError } from '#protocol/settings.ts'
import { StorageFailure } from '#protocol/storage-failure.ts'
import { end, explain, report, run } from '../../../server/process/program.ts'
import { ProgramError } from '../../../server/process/program-error.ts'
import { consoleLines } from '../../support/programs/console-lines.ts'

const withCode = (code: string, message = 'why') => Object.assign(new Error(message), { code })

describe('explain', () => {
  test.each([
    [new UsageError('--port needs PORT'), '--port needs PORT'],
    [new ProgramError('no chain'), 'no chain'],
    [new RpcError('WRONG_ADDRESS', 'Invalid address'), 'Invalid address'],
    [new StorageFailure('the disk of /x is full'), 'the disk of /x is full'],
    [withCode('EADDRINUSE'), 'the port is in use; choose another one'],
    [withCode('EADDRNOTAVAIL'), 'this machine does not have that address'],
    [withCode('EACCES', "open '/x'"), "no permission: open '/x'"],
    [withCode('ENOSPC', 'disk full'), 'disk full'],
    [withCode('SQLITE_FULL', 'disk full'), 'disk full'],
    ['text', 'text'],
    [undefined, 'undefined'],
  ])('%o', (error, text) => {
    expect(explain(error)).toBe(text)
  })

  test.each([new TypeError('x is not a function'), withCode('ERR_INVALID_ARG_TYPE')])(
    'a bug shows its stack: %o',
    (bug) => {
      expect(explain(bug)).toBe(bug.stack)
    },
  )
})

describe('report', () => {
  const lines = consoleLines()

  test('storage that fails is one line, a bug is marked', () => {
    report(new StorageFailure('the disk of /x is full'))
    report(new TypeError('x is not a function'))
    expect(lines).toEqual(['the disk of /x is full', 'bug:'])
  })
})

describe('run', () => {
  const lines = consoleLines()
  const status = process.exitCode
  afterEach(() => void (process.exitCode = status))

  test('an error ends the program with status 1 and one line', async () => {
    await run('nightjar', () => Promise.reject(new ProgramError('no chain')))
    expect([process.exitCode, lines]).toEqual([1, ['nightjar: no chain']])
  })

  test('a wrong flag points to --help', async () => {
    await run('nightjar', () => Promise.reject(new UsageError('unknown flag --x')))
    expect(lines).toEqual(['nightjar: unknown flag --x', 'Try nightjar --help.'])
  })

  test('success leaves the status', async () => {
    await run('nightjar', async () => {})
    expect([process.exitCode, lines]).toEqual([status, []])
  })
})

describe('end', () => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const counts = () => signals.map((signal) => process.listenerCount(signal))
  afterEach(() => signals.forEach((signal) => process.removeAllListeners(signal)))

  test.each(signals)('%s ends the program', async (signal) => {
    const before = counts()
    const { ended } = end()
    expect(counts()).toEqual(before.map((count) => count + 1))
    process.emit(signal)
    await ended
  })

  test('a call ends the program', async () => {
    const { ended, now } = end()
    now()
    await ended
  })
})
