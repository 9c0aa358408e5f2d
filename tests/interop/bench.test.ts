/** The bench at its smallest: that it runs, that all wallets agree, and what its rows look like. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { expect } from 'vitest'
import { test } from '../support/programs/test.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import type { Row } from '../bench/row.ts'

const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/bench.mjs', ...args])

const isNumberOrNull = (value: unknown) => value === null || typeof value === 'number'

test('refresh and load print their results as rows', async () => {
  const file = join(temporaryFolder('bench'), 'rows.json')
  const { stdout } = await bench('--tiny', '--only', 'load,refresh', '--json', file)
  const rows = JSON.parse(readFileSync(file, 'utf8')) as Row[]
  for (const { name, value, unit, reference, ratio, goal, met, ...others } of rows) {
    expect([name, unit, goal].map((text) => typeof text)).toEqual(['string', 'string', 'string'])
    expect([value, reference, ratio].every(isNumberOrNull)).toBe(true)
    expect([true, false, null]).toContain(met)
    expect(others).toEqual({})
    expect(stdout).toContain(name)
  }
  const groups = new Set(rows.map(({ name }) => name.split('/')[0]))
  expect([...groups].sort()).toEqual(['load', 'refresh'])
  const measured = rows.filter(({ name }) => name.includes('Chromium, 1 scanner'))
  expect(measured.length).toBeGreaterThan(2)
  for (const { value, reference } of measured.filter(({ unit }) => unit === '1/s')) {
    expect(value).toBeGreaterThan(0)
    expect(reference).toBeGreaterThan(0)
  }
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
})

test('error: an unknown group', async () => {
  await expect(bench('--only', 'refresh,speed')).rejects.toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(
      'bench: --only: no group speed; there are kernels, webgpu, pow, ',
    ),
  })
})

test('error: a chain without blocks', async () => {
  await expect(bench('--blocks', '0')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('bench: --blocks needs a number from 1'),
  })
})
