import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testFilters } from '../../scripts/test-filters.mjs'

const root = mkdtempSync(join(tmpdir(), 'nightjar-filters-'))
afterAll(() => rmSync(root, { recursive: true }))
for (const folder of ['tests/worker/engine/scan', 'tests/web/state', 'tests/interop/node'])
  mkdirSync(join(root, folder), { recursive: true })
for (const file of [
  'tests/worker/engine/scan/parse.test.ts',
  'tests/web/state/wallet.test.ts',
  'tests/interop/pow.test.ts',
])
  writeFileSync(join(root, file), '')

describe('testFilters', () => {
  test.each([
    ['unit', 'worker/engine/scan', 'tests/worker/engine/scan/'],
    ['unit', 'worker/engine/scan/', 'tests/worker/engine/scan/'],
    ['unit', './worker/engine/scan/parse.ts', 'tests/worker/engine/scan/parse.test.ts'],
    ['unit', 'worker/engine/scan/parse', 'tests/worker/engine/scan/parse.test.ts'],
    ['unit', 'tests/worker/engine/scan', 'tests/worker/engine/scan/'],
    ['unit', 'tests/worker/engine/scan/parse.test.ts', 'tests/worker/engine/scan/parse.test.ts'],
    ['unit', 'web/state/wallet.svelte.ts', 'tests/web/state/wallet.test.ts'],
    ['interop', 'pow', 'tests/interop/pow.test.ts'],
    ['interop', 'node', 'tests/interop/node/'],
    ['interop', 'tests/interop/node', 'tests/interop/node/'],
  ])('%s %s', (suite, path, filter) => {
    expect(testFilters(root, suite, [path])).toEqual({ filters: [filter], unknown: [] })
  })

  test('without paths there are no filters', () => {
    expect(testFilters(root, 'e2e', [])).toEqual({ filters: [], unknown: [] })
  })

  test('error: a path without tests', () => {
    expect(testFilters(root, 'unit', ['worker/nothing.ts'])).toEqual({
      filters: [],
      unknown: [
        {
          path: 'worker/nothing.ts',
          tried: ['tests/worker/nothing.test.ts', 'tests/worker/nothing.ts'],
        },
      ],
    })
  })

  test('error: an unknown suite', () => {
    expect(() => testFilters(root, 'units', [])).toThrow(
      'suite: expected unit, interop, e2e, got "units"',
    )
  })
})
