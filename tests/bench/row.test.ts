import { expect, test } from 'vitest'
import { atMost, ratioAtLeast, ratioAtMost, row } from './row.ts'
import { quantile } from './statistics.ts'
import { table } from './table.ts'

const figure = { name: 'a/b', unit: 'ms' }

test('a row holds value, reference and their ratio', () => {
  expect(row({ ...figure, value: 3, reference: 4, goal: ratioAtMost(0.75, 'it') })).toEqual({
    name: 'a/b',
    value: 3,
    unit: 'ms',
    reference: 4,
    ratio: 0.75,
    goal: '≤ 0.75 x it',
    met: true,
  })
})

test.each([
  ['a ratio above the most', { value: 4, reference: 4, goal: ratioAtMost(0.75, 'it') }, false],
  ['a ratio below the least', { value: 4, reference: 4, goal: ratioAtLeast(2, 'it') }, false],
  ['a ratio that is the least', { value: 8, reference: 4, goal: ratioAtLeast(2, 'it') }, true],
  ['a value above the most', { value: 6, goal: atMost(5, 'ms') }, false],
  ['a value that is the most', { value: 5, goal: atMost(5, 'ms') }, true],
  ['no goal', { value: 5, reference: 1 }, null],
  ['no reference for a ratio', { value: 5, goal: ratioAtMost(1, 'it') }, null],
  ['no value', { value: null, reference: 5, goal: atMost(5, 'ms') }, null],
])('with %s the goal is met: %#', (_, given, met) => {
  expect(row({ ...figure, ...given }).met).toBe(met)
})

test('a table has one line for each row, and a dash for a missing value', () => {
  const rows = [
    row({ ...figure, value: 1234.5, reference: 10, goal: atMost(5, 'ms') }),
    row({ name: 'c', unit: '1/s', value: null }),
  ]
  expect(table(rows).split('\n')).toEqual([
    'figure  value  unit  reference  ratio  goal    met',
    'a/b      1235  ms           10    123  ≤ 5 ms  NO',
    'c           –  1/s           –      –',
  ])
})

test('a quantile is the sample below which the given share of samples lies', () => {
  const samples = Array.from({ length: 100 }, (_, at) => 99 - at)
  expect(quantile(samples, 0.5)).toBe(50)
  expect(quantile(samples, 0.99)).toBe(99)
  expect(quantile([7], 0.99)).toBe(7)
  expect(() => quantile([], 0.5)).toThrow('no samples')
})
