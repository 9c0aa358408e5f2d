import { expect, test } from 'vitest'
import { notVerified } from '../../../../worker/engine/keys/seed-errors.ts'

const reasons = [
  'word count',
  'unknown word',
  'checksum',
  'no key',
  'ambiguous',
  'features',
  'passphrase',
] as const

test("every reason has monero's message, and a detail of its own that names the param", () => {
  const errors = reasons.map((reason) => notVerified(reason))
  for (const { code, message, data } of errors) {
    expect([code, message]).toEqual([-1, 'Electrum-style word list failed verification'])
    expect(data).toMatch(/^(seed|language|seed_offset): \w/)
  }
  expect(new Set(errors.map(({ data }) => data)).size).toBe(reasons.length)
})
