import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { killCounts } from '../support/programs/kill-counts.ts'
import { merged, proofText, summary, testedTree } from '../../scripts/proof.mjs'

const results = [
  { name: 'types', passed: 1, failed: 0, skipped: 0, seconds: 21 },
  { name: 'unit', passed: 9184, failed: 0, skipped: 0, seconds: 301 },
]
const commit = 'ab'.repeat(20)
const run = { tree: { commit, changed: [] }, seed: '7', node: '20.20.2', date: '2026-11-23' }
const proofs = results.map((result) => ({ ...result, ...run }))

describe('proofText', () => {
  test('names commit, seed, Node, date, duration and counts of each suite', () => {
    const later = { ...proofs[1]!, seed: '8', date: '2026-11-24', passed: 9190 }
    expect(proofText([proofs[0]!, later], true)).toBe(
      [
        '# Proof',
        '',
        'Written by `npm run proof`, which runs every check and every test at its full counts, together',
        '5 min. `npm run proof -- --suite NAME` runs one suite again. Do not edit.',
        '',
        '**9191 passed, 0 failed.**',
        '',
        'Memory and handles under load: [soak.md](soak.md), written by `npm run soak`.',
        '',
        '| suite | passed | failed | skipped | duration | commit | seed | Node | finished on |',
        '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
        '| types | 1 | 0 | 0 | 21 s | abababababab | 7 | 20.20.2 | 2026-11-23 |',
        '| unit | 9190 | 0 | 0 | 5 min | abababababab | 8 | 20.20.2 | 2026-11-24 |',
        '',
      ].join('\n'),
    )
  })

  test('links to the soak only if there is one', () => {
    expect(proofText(proofs, true)).toContain('soak.md')
    expect(proofText(proofs, false)).not.toContain('soak')
  })

  test('adds up what tests counted, by name', () => {
    const counted = [
      { ...proofs[0]!, counts: {} },
      { ...proofs[1]!, counts: { 'page: kills': 2, 'node: kills': 5 } },
      { ...proofs[1]!, name: 'e2e', counts: { 'page: kills': 3 } },
    ]
    const text = proofText(counted, true)
    expect(text.slice(text.indexOf('| counted'))).toBe(
      [
        '| counted in tests | |',
        '| --- | --- |',
        '| node: kills | 5 |',
        '| page: kills | 5 |',
        '',
      ].join('\n'),
    )
  })

  test.each([
    [{ commit, changed: ['a'] }, 'in a. **This does not prove the commit.**'],
    [{ commit, changed: [...'abcdefg'] }, 'in a, b, c, d, e and 2 more. **This does not prove'],
    [{ commit: undefined, changed: [] }, 'not a git repository. **This proves no commit.**'],
  ])('marks a tree that differs from its commit: %j', (tree, text) => {
    expect(proofText([proofs[0]!, { ...proofs[1]!, tree }], true)).toContain(text)
  })
})

test('a suite that runs again replaces its own result only', () => {
  const again = { ...proofs[1]!, passed: 9200 }
  const more = { ...proofs[1]!, name: 'fuzz', passed: 1 }
  expect(merged(proofs, [more, again])).toEqual([proofs[0], again, more])
})

test('a proof kills programs 1100 times while they write', () => {
  const made = Object.entries(killCounts).map(([program, kinds]) => [
    program,
    Object.values(kinds).reduce((sum, [, full]) => sum + full, 0),
  ])
  expect(Object.fromEntries(made)).toEqual({ page: 300, service: 350, node: 350, light: 100 })
})

describe('summary', () => {
  test('counts skipped tests, if any', () => {
    expect(summary(results)).toBe('9185 passed, 0 failed')
    expect(summary([{ ...results[0]!, failed: 2, skipped: 3 }])).toBe(
      '1 passed, 2 failed, 3 skipped',
    )
  })
})

describe('testedTree', () => {
  let root: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'nightjar-tree-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
  })

  function committed() {
    mkdirSync(join(root, 'docs'))
    for (const path of ['a', 'docs/proof.md']) writeFileSync(join(root, path), 'a')
    git('init', '--quiet')
    git('add', '.')
    git('-c', 'user.name=a', '-c', 'user.email=a@example', 'commit', '--quiet', '-m', 'a')
  }

  test('is a commit without changes', () => {
    committed()
    expect(testedTree(root)).toEqual({ commit: git('rev-parse', 'HEAD').trim(), changed: [] })
  })

  test('lists changed and new files, except those of the proof', () => {
    committed()
    for (const path of ['a', 'b', 'docs/proof.md']) writeFileSync(join(root, path), 'changed')
    expect(testedTree(root, ['docs/proof.md']).changed).toEqual(['a', 'b'])
  })

  test('outside a git repository there is no commit', () => {
    expect(testedTree(root)).toEqual({ commit: undefined, changed: [] })
  })
})
