import { describe, expect, test } from 'vitest'
import { parsePattern, PatternError, type PatternNode } from '#protocol/pattern-syntax.ts'

/** A short form of a syntax tree: `1` is a character, `|` an edge. */
function brief(node: PatternNode): string {
  switch (node.kind) {
    case 'one':
      return '1'
    case 'edge':
      return '|'
    case 'repeat':
      return `${brief(node.part)}{${node.least},${node.most}}`
    default:
      return `${node.kind === 'choice' ? '?' : ''}(${node.parts.map(brief).join(' ')})`
  }
}

describe('parsePattern', () => {
  test.each([
    ['ab', '(1 1)'],
    ['a|b', '?((1) (1))'],
    ['a*', '(1{0,Infinity})'],
    ['a+b?', '(1{1,Infinity} 1{0,1})'],
    ['a{2,5}', '(1{2,5})'],
    ['^a$', '(| 1 |)'],
    ['[a-z]{3}', '(1{3,3})'],
    ['', '()'],
  ])('%j', (pattern, tree) => {
    expect(brief(parsePattern(pattern))).toBe(tree)
  })

  test.each(['(', ')', '[a', 'a**', '*', '(?=a)', '\\1', 'a{3,2}', 'a'.repeat(1001)])(
    'error: %s',
    (pattern) => {
      expect(() => parsePattern(pattern)).toThrow(PatternError)
    },
  )
})
