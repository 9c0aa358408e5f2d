import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Pattern } from '../../protocol/pattern.ts'

const matches = (pattern: string, text: string) => new Pattern(pattern).matches(text)

/** Patterns of a few letters, as they are written. */
const patterns = fc.letrec<{ node: string; atom: string }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    tie('atom'),
    fc
      .tuple(tie('atom'), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}'))
      .map((all) => all.join('')),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((all) => `(?:${all.join('|')})`),
  ),
  atom: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a', 'b', 'c', '.', '[ab]', '[^a]', '[a-b]', '\\d', '\\w', '\\.', '(?:)'),
    tie('node').map((inner) => `(${inner})`),
  ),
})).node

const texts = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1', '.'), maxLength: 8 })

describe('a pattern', () => {
  test('agrees with the regular expression of the same language', () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        expect(matches(pattern, text)).toBe(new RegExp(`^(?:${pattern})$`, 's').test(text))
      }),
      { numRuns: 3000 },
    )
  })

  test.each([
    ['', '', true],
    ['', 'a', false],
    ['rent|food', 'food', true],
    ['rent|food', 'foods', false],
    ['^rent.*$', 'rent 2026', true],
    ['.*shop.*', 'my shop!', true],
    ['shop-[0-9]{1,3}', 'shop-042', true],
    ['shop-[0-9]{1,3}', 'shop-0421', false],
    ['[]a]+', ']a]', true],
    ['[a-]+', 'a-a', true],
    ['[\\d.]+', '1.2', true],
    ['[[:alpha:]_]+', 'a_B', true],
    ['\\(x\\)', '(x)', true],
    ['a{', 'a{', true],
    ['x.*?y', 'xaay', true],
    ['.*\\brent\\b.*', 'the rent is', true],
    ['.*\\brent\\b.*', 'parents', false],
    ['a$b', 'ab', false],
    ['...', 'ä€😀', true],
    ['.', '\n', true],
  ])('%j against %j: %s', (pattern, text, isMatch) => {
    expect(matches(pattern, text)).toBe(isMatch)
  })

  test.each([
    ['(', 'a group is not closed'],
    [')', 'unmatched closing parenthesis'],
    ['*a', 'there is nothing to repeat'],
    ['a**', 'there is nothing to repeat'],
    ['a{2}{2}', 'there is nothing to repeat'],
    ['^*', 'there is nothing to repeat'],
    ['a{2,1}', 'a repetition ends before it begins'],
    ['[a', 'unexpected end'],
    ['[z-a]', 'a range in a class has no end'],
    ['[[:some:]]', 'unknown character class'],
    ['\\', 'unexpected end'],
    ['(a)\\1', '\\1 is not supported'],
    ['(?=a)', 'lookaround and named groups are not supported'],
    ['((a{100}){100}){100}', 'it is too long'],
    ['(((){1000}){1000}){1000}', 'it is too long'],
    ['('.repeat(1001), 'expected at most 1000 characters'],
  ])('error: %j', (pattern, message) => {
    expect(() => new Pattern(pattern)).toThrow(message)
  })
})
