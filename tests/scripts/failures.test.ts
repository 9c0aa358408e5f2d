import { describe, expect, test } from 'vitest'
import { failedCheck, failedTests, failureLines } from '../../scripts/failures.mjs'

const passed = { fullName: 'adds', status: 'passed', failureMessages: [] }

describe('the failures of a report', () => {
  test('name the file, the test and the message without colours', () => {
    const failed = {
      fullName: 'subtracts',
      status: 'failed',
      failureMessages: [
        'AssertionError: \u001B[31mexpected 1 to be 2\u001B[39m\n    at sum.test.ts:3:1\n    at node_modules/vitest/x.js:1',
      ],
    }
    const file = { name: '/root/tests/sum.test.ts', status: 'failed', message: '' }
    expect(failedTests([{ ...file, assertionResults: [passed, failed] }], '/root')).toEqual([
      'FAILED tests/sum.test.ts > subtracts\n  AssertionError: expected 1 to be 2\n      at sum.test.ts:3:1',
    ])
  })

  test('name a file that failed before its tests ran', () => {
    const file = { name: '/root/a.test.ts', status: 'failed', message: 'hook timed out' }
    const skipped = { fullName: 'adds', status: 'skipped', failureMessages: [] }
    expect(failedTests([{ ...file, assertionResults: [skipped] }], '/root')).toEqual([
      'FAILED a.test.ts\n  hook timed out',
    ])
  })

  test('give no text for tests that passed', () => {
    const file = { name: '/root/a.test.ts', status: 'passed', message: '' }
    expect(failedTests([{ ...file, assertionResults: [passed] }], '/root')).toEqual([])
  })
})

test('a failed check shows the end of its output', () => {
  const output = Array.from({ length: 30 }, (_, line) => `line ${line}`).join('\n')
  const lines = failedCheck('lint', output).split('\n')
  expect(lines[0]).toBe('FAILED lint')
  expect(lines.slice(1)).toHaveLength(12)
  expect(lines.at(-1)).toBe('  line 29')
})

test('many failures are counted, so that they leave room in a log', () => {
  const all = Array.from({ length: 11 }, (_, index) => `FAILED ${index}`)
  expect(failureLines(all)).toEqual([...all.slice(0, 8), 'FAILED and 3 more: see above.'])
  expect(failureLines(all.slice(0, 8))).toEqual(all.slice(0, 8))
})
