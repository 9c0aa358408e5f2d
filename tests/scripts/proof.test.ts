import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { killCounts } from '../support/programs/kill-counts.ts'
import { proofText, summary, testedTree } from '../../scripts/proof.mjs'

const results = [
  { name: 'types', passed: 1, failed: 0, skipped: 0, seconds: 21 },
  { name: 'unit', passed: 9184, failed: 0, skipped: 0, seconds: 301 },
]
const run = { seed: '7', node: '20.20.2', date: '2026-11-23', isSoaked: true, results }
const commit = 'ab'.repeat(20)

describe('proofText', () => {
  test('names commit, seed, Node, duration and counts', () => {
    expect(proofText({ ...run, tree: { commit, changed: [] } })).toBe(
      [
        '# Proof',
        '',
        'Written by `npm run proof`, which runs every check and every test at its full counts. Do not edit.',
        '',
        '**9185 passed, 0 failed.**',
        '',
        `- Tested: commit ${commit}, without uncommitted changes.`,
        '- Seed 7, Node 20.20.2, finished on 2026-11-23, duration 5 min.',
        '- Memory and handles under load: [soak.md](soak.md), written by `npm run soak`.',
        '',
        '| suite | passed | failed | skipped | duration |',
        '| --- | --- | --- | --- | --- |',
        '| types | 1 | 0 | 0 | 21 s |',
        '| unit | 9184 | 0 | 0 | 5 min |',
        '',
      ].join('\n'),
    )
  })

  test('links to the soak only if there is one', () => {
    const tree = { commit, changed: [] }
    expect(proofText({ ...run, tree })).toContain('soak.md')
    expect(proofText({ ...run, tree, isSoaked: false })).not.toContain('soak')
  })

  test('adds up what tests counted, by name', () => {
    const counted = [
      { ...results[0]!, counts: {} },
      { ...results[1]!, counts: { 'page: kills': 2, 'node: kills': 5 } },
      { ...results[1]!, name: 'e2e', counts: { 'page: kills': 3 } },
    ]
    const text = proofText({ ...run, results: counted, tree: { commit, changed: [] } })
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
    expect(proofText({ ...run, tree })).toContain(text)
  })
})

test('a proof kills programs 1000 times while they write', () => {
  const made = Object.entries(killCounts).map(([program, kinds]) => [
    program,
    Object.values(kinds).reduce((sum, [, full]) => sum + full, 0),
  ])
  expect(Object.fromEntries(made)).toEqual({ page: 300, service: 350, node: 350 })
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
