import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LogCategories } from '#protocol/log-categories.ts'
import { logTo } from '../../../server/wallet-rpc/log.ts'
import { consoleLines } from '../../support/programs/console-lines.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const lines = consoleLines()

const everything = new LogCategories(4)
const line = (level: string, message: string) =>
  new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z ${level} ${message}$`)

describe('the log', () => {
  test('goes to standard error without a file, each line with its time', () => {
    logTo(undefined, everything)('error', 'no daemon')
    expect(lines).toEqual([expect.stringMatching(line('error', 'no daemon'))])
  })

  test('is added to a file that only its owner can read', () => {
    const file = join(temporaryFolder('log'), 'log')
    logTo(file, everything)('error', 'one')
    logTo(file, everything)('error', 'two')
    const written = readFileSync(file, 'utf8').split('\n')
    expect(written).toEqual([
      expect.stringMatching(line('error', 'one')),
      expect.stringMatching(line('error', 'two')),
      '',
    ])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lines).toEqual([])
  })

  test('leaves out what its categories exclude, also after they change', () => {
    const categories = new LogCategories()
    const log = logTo(undefined, categories)
    categories.set('')
    log('error', 'hidden')
    categories.setLevel(4)
    log('error', 'shown')
    expect(lines).toEqual([expect.stringMatching(line('error', 'shown'))])
  })

  test('error: a file that cannot be written, at the start', () => {
    const file = join(temporaryFolder('log'), 'none', 'log')
    expect(() => logTo(file, everything)).toThrow('ENOENT')
  })

  test('error: a later failure goes to standard error, and fails no call', () => {
    const folder = temporaryFolder('log')
    const log = logTo(join(folder, 'log'), everything)
    rmSync(folder, { recursive: true })
    expect(() => log('error', 'lost')).not.toThrow()
    expect(lines).toEqual([expect.stringMatching(line('error', 'lost'))])
    expect(existsSync(folder)).toBe(false)
  })
})
