import { expect, test } from 'vitest'
import { lineFields, linesOf } from '../../../web/format/line-fields.ts'

test.each([
  ['a 1.5', ['a', '1.5']],
  ['a   1.5', ['a', '1.5']],
  ['a\t1.5\tfor Ann', ['a', '1.5', 'for Ann']],
  ['a;1,5', ['a', '1,5']],
  ['a,1.5', ['a', '1.5']],
  ['"Ann, ""the"" first",a,1.5', ['Ann, "the" first', 'a', '1.5']],
  ['"Ann; b", a', ['Ann; b', 'a']],
  ['', []],
])('%j', (line, fields) => {
  expect(lineFields(line)).toEqual(fields)
})

test('lines of any system, without a byte order mark', () => {
  expect(linesOf('\uFEFFa\r\nb\nc\rd')).toEqual(['a', 'b', 'c', 'd'])
})
