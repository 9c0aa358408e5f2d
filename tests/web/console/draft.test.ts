import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anything,
  bool,
  bytes,
  choice,
  double,
  list,
  max64,
  object,
  text,
  u32,
  u64,
  type AnyField,
} from '#protocol/fields.ts'
import { hash, hashes } from '#protocol/daemon/packed.ts'
import { priority } from '../../../worker/rpc/spend/priority.ts'
import {
  emptyParams,
  readParams,
  shownDefault,
  withoutSecrets,
  withSecretsNamed,
  type FormDraft,
} from '../../../web/console/draft.ts'

const docsOf = (fields: { [name: string]: AnyField }) =>
  Object.entries(fields).map(([name, { schema }]) => ({
    name,
    required: !schema.optional,
    schema,
  }))
const read = (field: AnyField, draft: FormDraft) => readParams(docsOf({ it: field }), { it: draft })
const payment = object({ amount: u64, address: text, note: text.optional() })

describe('readParams', () => {
  test.each<[string, AnyField, FormDraft, unknown]>([
    ['a whole number above 2^53', u64, '18446744073709551615', max64],
    ['a number of 32 bits', u32, ' 7 ', 7],
    ['a number with a fraction', double, '-1.5e3', -1500],
    ['the first of several schemas', priority, '3', 3],
    ['text unchanged', text, ' a b ', ' a b '],
    ['a choice', choice('all', 'one'), 'one', 'one'],
    ['false', bool.default(true), 'false', false],
    ['bytes', bytes, '00 fF', Uint8Array.of(0, 255)],
    ['joined hashes', hashes, 'ab'.repeat(64), new Uint8Array(64).fill(0xab)],
    ['any JSON with exact integers', anything, '[18446744073709551615, "a"]', [max64, 'a']],
    ['a list', list(u64), ['1', '2'], [1n, 2n]],
    ['an empty required list', list(u64), [], []],
    [
      'objects in a list',
      list(payment),
      [{ amount: '1', address: 'A', note: '' }],
      [{ amount: 1n, address: 'A' }],
    ],
  ])('reads %s', (_, field, draft, value) => {
    expect(read(field, draft)).toEqual({ params: { it: value } })
  })

  test('omits empty optional values', () => {
    const fields = {
      a: u64.default(1n),
      b: text.optional(),
      c: list(u64).default([]),
      d: payment.optional(),
      e: bool.default(false),
    }
    expect(readParams(docsOf(fields), emptyParams(docsOf(fields)))).toEqual({ params: {} })
  })

  test('reads every u64 exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: max64 }), (value) => {
        expect(read(u64, String(value))).toEqual({ params: { it: value } })
      }),
    )
  })

  test.each<[string, AnyField, FormDraft, { [path: string]: string }]>([
    ['a fraction instead of an integer', u64, '1.0', { it: 'Expected a whole number.' }],
    ['an empty required value', u64, '', { it: 'Expected a whole number.' }],
    ['a number too large', u32, '4294967296', { it: 'Expected a number from 0 to 4294967295.' }],
    ['a number too small', u64, '-1', { it: `Expected a number from 0 to ${max64}.` }],
    ['a decimal comma', double, '1,5', { it: 'Expected a number.' }],
    ['no choice', choice('all'), '', { it: 'Choose a value.' }],
    ['half a byte', bytes, 'abc', { it: 'Expected pairs of hex digits.' }],
    ['a short hash', hash, 'ab', { it: 'Expected 32 bytes.' }],
    [
      'a short list of hashes',
      hashes,
      'ab',
      { it: 'Expected entries of 32 bytes each, without separators.' },
    ],
    ['half a JSON text', anything, '[1', { it: expect.stringMatching(/^JSON: .* at position 2$/) }],
    [
      'several errors by path',
      list(payment),
      [
        { amount: 'x', address: 'A', note: '' },
        { amount: '-1', address: '', note: '' },
      ],
      {
        'it[0].amount': 'Expected a whole number.',
        'it[1].amount': `Expected a number from 0 to ${max64}.`,
      },
    ],
  ])('error: %s', (_, field, draft, errors) => {
    expect(read(field, draft)).toEqual({ errors })
  })
})

test.each<[AnyField, string | undefined]>([
  [u64.default(max64), '18446744073709551615'],
  [bool.default(false), 'false'],
  [text.default(''), undefined],
  [list(u64).default([]), undefined],
  [hash.default(new Uint8Array(32)), undefined],
  [text, undefined],
])('shownDefault omits empty defaults', (field, shown) => {
  expect(shownDefault(field.schema)).toBe(shown)
})

describe('secrets', () => {
  const docs = docsOf({ password: text.default('').secret(), name: text })

  test('are removed from a draft', () => {
    expect(withoutSecrets(docs, { password: 'p', name: 'n' })).toEqual({ password: '', name: 'n' })
  })

  test('are replaced by placeholders, if present', () => {
    expect(withSecretsNamed(docs, { password: 'p', name: 'n' })).toEqual({
      password: '<password>',
      name: 'n',
    })
    expect(withSecretsNamed(docs, { name: 'n' })).toEqual({ name: 'n' })
  })
})
