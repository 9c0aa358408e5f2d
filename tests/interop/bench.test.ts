/** The bench at its smallest: that it runs, that all wallets agree, and what its rows look like. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { expect } from 'vitest'
import { startRegtest } from '../support/programs/regtest-node.ts'
import { test } from '../support/programs/test.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { mineFilled } from '../bench/chain/filled-block.ts'
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

test('a filled block has the bytes of its filling', async () => {
  const node = await startRegtest()
  try {
    expect(await mineFilled(node, 0)).toBe(2)
    expect(await mineFilled(node, 15_000)).toBe(3)
    const sizeAt = async (height: number) =>
      Number((await node.call('get_block_header_by_height', { height })).block_header.block_size)
    expect((await sizeAt(2)) - (await sizeAt(1))).toBeGreaterThanOrEqual(15_000)
    expect(await node.call('get_block_count')).toMatchObject({ count: 3n })
  } finally {
    await node.stop()
  }
})
