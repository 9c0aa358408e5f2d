import { expect, test } from 'vitest'
import { answerFields } from '../../../web/console/answer-fields.ts'

test('fields of an answer are listed with their members, by path', () => {
  const entry = {
    description: 'Payments.',
    items: { properties: { amount: { type: 'integer', description: 'In piconero.' } } },
  } as const
  const hashes = { items: { items: { type: 'string' } }, optional: true } as const
  const fields = answerFields({
    properties: {
      height: { type: 'integer' },
      transfers: entry,
      hashes,
      blob: { type: 'string', contentEncoding: 'binary' },
      kind: { type: 'string', enum: ['in', 'out'] },
    },
  })
  expect(fields).toEqual([
    { path: 'height', type: 'integer', description: '', optional: false },
    { path: 'transfers', type: 'object[]', description: 'Payments.', optional: false },
    { path: 'transfers[].amount', type: 'integer', description: 'In piconero.', optional: false },
    { path: 'hashes', type: 'string[][]', description: '', optional: true },
    { path: 'blob', type: 'bytes', description: '', optional: false },
    { path: 'kind', type: '"in" | "out"', description: '', optional: false },
  ])
})
