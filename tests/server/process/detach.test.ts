import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { detach, isDetached } from '../../../server/process/detach.ts'
import { ProgramError } from '../../../server/process/program-error.ts'
import { poll } from '../../support/programs/process.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

/** A process id that no process has. @see proc(5) pid_max */
const noPid = 2 ** 22 + 1

let folder: string
let pidfile: string
const [, script] = process.argv

beforeEach(() => {
  folder = temporaryFolder('detach')
  pidfile = join(folder, 'pid')
  const program = join(folder, 'program.cjs')
  writeFileSync(
    program,
    `const { renameSync, writeFileSync } = require('node:fs')
    const { argv, pid, env } = process
    writeFileSync('${folder}/new', JSON.stringify({ args: argv.slice(2), pid, mark: env.NIGHTJAR_DETACHED }))
    renameSync('${folder}/new', '${folder}/started')`,
  )
  process.argv[1] = program
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterEach(() => {
  process.argv[1] = script!
  vi.restoreAllMocks()
})

const started = async () => {
  const file = join(folder, 'started')
  await poll(async () => existsSync(file))
  return JSON.parse(readFileSync(file, 'utf8')) as { args: string[]; pid: number; mark: string }
}

describe('detach', () => {
  test('starts the program with its arguments, and writes its process id', async () => {
    detach(['--a', 'b c'], pidfile)
    const { pid, ...rest } = await started()
    expect(rest).toEqual({ args: ['--a', 'b c'], mark: '1' })
    expect(readFileSync(pidfile, 'utf8')).toBe(`${pid}\n`)
    expect(statSync(pidfile).mode & 0o777 & ~0o644).toBe(0)
  })

  test.each([`${noPid}\n`, 'garbage', '', '0', '-1', '1'])(
    'replaces the file of a process that has ended: %j',
    async (content) => {
      writeFileSync(pidfile, content)
      detach([], pidfile)
      expect(readFileSync(pidfile, 'utf8')).toBe(`${(await started()).pid}\n`)
    },
  )

  test('error: the file names a process that runs', () => {
    writeFileSync(pidfile, `${process.pid}\n`)
    expect(() => detach([], pidfile)).toThrow(
      new ProgramError(`PID file ${pidfile} already exists and the PID therein is valid`),
    )
    expect(readFileSync(pidfile, 'utf8')).toBe(`${process.pid}\n`)
  })

  test.each(['elsewhere', 'missing'])('error: the file is a link to %s', (name) => {
    writeFileSync(join(folder, 'elsewhere'), 'kept')
    symlinkSync(join(folder, name), pidfile)
    expect(() => detach([], pidfile)).toThrow(
      new ProgramError(`PID file path is a symlink, refusing: ${pidfile}`),
    )
    expect(lstatSync(pidfile).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'elsewhere'), 'utf8')).toBe('kept')
    expect(existsSync(join(folder, 'missing'))).toBe(false)
  })

  test('error: the file is a folder, or its folder is missing', () => {
    mkdirSync(pidfile)
    expect(() => detach([], pidfile)).toThrow(
      new ProgramError(`PID file path exists and is not a regular file: ${pidfile}`),
    )
    expect(() => detach([], join(folder, 'none', 'pid'))).toThrow('ENOENT')
    expect(existsSync(join(folder, 'started'))).toBe(false)
  })
})

describe('isDetached', () => {
  afterEach(() => void vi.unstubAllEnvs())

  test.each([
    [undefined, false],
    ['0', false],
    ['1', true],
  ])('NIGHTJAR_DETACHED=%s: %s', (value, expected) => {
    vi.stubEnv('NIGHTJAR_DETACHED', value)
    expect(isDetached()).toBe(expected)
  })
})
