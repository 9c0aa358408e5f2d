import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { command } from '../../../server/process/run-command.ts'
import { consoleLines } from '../../support/programs/console-lines.ts'
import { poll } from '../../support/programs/process.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'

const errors = consoleLines()

/** A program that writes its arguments, NUL after each, and its environment. */
function noting() {
  const folder = temporaryFolder('command')
  const [file, notes, done] = ['run', 'notes', 'done'].map((name) => join(folder, name))
  const script = [
    `#!${process.execPath}`,
    "const { writeFileSync } = require('node:fs')",
    `writeFileSync(${JSON.stringify(notes)}, JSON.stringify({ args: process.argv.slice(2), env: process.env }))`,
    `writeFileSync(${JSON.stringify(done)}, '')`,
  ]
  writeFileSync(file!, script.join('\n'), { mode: 0o700 })
  const noted = async () => {
    await poll(async () => existsSync(done!))
    return JSON.parse(readFileSync(notes!, 'utf8')) as { args: string[]; env: object }
  }
  return { folder, file: file!, noted }
}

describe('a command of the operator', () => {
  test('runs without a shell or environment, its words apart at spaces and tabs', async () => {
    const { folder, file, noted } = noting()
    const evil = join(folder, 'evil')
    const spec = `${file} a  %s\t$HOME;%h|"b c" >${evil} $(touch ${evil})`
    command('block', spec)!({ '%s': 'id', '%h': '7' })
    const { args, env } = await noted()
    const rest = ['>' + evil, '$(touch', `${evil})`]
    expect(args).toEqual(['a', 'id', '$HOME;7|"b', 'c"', ...rest])
    expect(env).toEqual({})
    expect(existsSync(evil)).toBe(false)
  })

  test('takes a value as part of one word, whatever it contains', async () => {
    const { folder, file, noted } = noting()
    const evil = join(folder, 'evil')
    const value = `x; touch ${evil} && \`touch ${evil}\` $(touch ${evil})\n--flag $& $1`
    command('tx', `${file} pre-%s-post`)!({ '%s': value })
    expect((await noted()).args).toEqual([`pre-${value}-post`])
    expect(existsSync(evil)).toBe(false)
  })

  test('replaces each placeholder everywhere', async () => {
    const { file, noted } = noting()
    command('reorg', `${file} %s%s %n %x`)!({ '%s': '1', '%n': '2' })
    expect((await noted()).args).toEqual(['11', '2', '%x'])
  })

  test.each(['', ' %s', '/no/such/file %s', 'sh -c x'])('error: %j has no such file', (spec) => {
    const [file] = spec.split(' ')
    expect(command('block', spec)).toBeUndefined()
    expect(errors).toEqual([`Failed to parse block notify spec: File not found: ${file}`])
  })

  test('error: the file is not a program', async () => {
    const file = join(temporaryFolder('command'), 'text')
    writeFileSync(file, 'text', { mode: 0o600 })
    command('block', file)!({})
    await poll(async () => errors.length > 0)
    expect(errors).toEqual([`block notify: spawn ${file} EACCES`])
  })
})
