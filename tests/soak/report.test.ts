import { describe, expect, test } from 'vitest'
import { judge, soakText, type SoakRun } from './report.ts'

const commit = 'ab'.repeat(20)

/** A program that gains `perMinute` bytes. */
const observed = (minutes: number, perMinute: number) => ({
  name: 'proxy',
  problems: [],
  samples: Array.from({ length: minutes * 12 + 1 }, (_, index) => ({
    atMs: index * 5_000,
    bytes: 100e6 + (index / 12) * perMinute,
    workers: 2,
    handles: 7,
  })),
})

const run = (minutes: number, perMinute: number, failures: string[] = []): SoakRun => ({
  observed: [observed(minutes, perMinute)],
  done: [{ name: 'proxy', rounds: 9, failures }],
  minutes,
  tree: { commit, changed: [] },
  seed: 7,
  node: '20.20.2',
  date: '2026-11-23',
})

describe('soakText', () => {
  test('names commit, seed and rounds, and what each program held', () => {
    expect(soakText(run(60, 0))).toBe(
      [
        '# Soak',
        '',
        'Written by `npm run soak`, which keeps page, wallet service, node and proxy busy and measures what they hold. Do not edit.',
        '',
        '**60 minutes, no failure and no leak.**',
        '',
        `- Tested: commit ${commit}, without uncommitted changes.`,
        '- Seed 7, Node 20.20.2, finished on 2026-11-23.',
        '- Rounds of work: proxy 9.',
        '- Memory is the lowest of each twelfth of the time after a warm-up of 25.0 %, and may grow by less than 5.0 %.',
        '  Workers and handles are the fewest in the first and in the last quarter of that time.',
        '',
        '| program | MB at first | MB at last | growth | most MB | workers | handles |',
        '| --- | --- | --- | --- | --- | --- | --- |',
        '| proxy | 100 | 100 | 0.0 % | 100 | 2 → 2 | 7 → 7 |',
        '',
      ].join('\n'),
    )
  })

  test('lists leaks and failures', () => {
    const text = soakText(run(60, 1e6, ['proxy, round 3: HTTP 500']))
    expect(text).toContain('**60 minutes, 2 problems.**')
    expect(text).toContain('\n- proxy: memory grows by 39.1 %\n- proxy, round 3: HTTP 500\n')
  })
})

describe('judge', () => {
  test('does not call the start of a short run a leak', () => {
    expect(judge(run(10, 1e6)).problems).toEqual([])
    expect(soakText(run(10, 1e6))).toContain('- A run of less than 30 minutes is not judged.')
  })

  test('error: a program that ended early', () => {
    const early = run(60, 0)
    early.observed[0] = { ...observed(1, 0), problems: ['no sample: proxy ended'] }
    expect(judge(early).problems).toEqual([
      'proxy: expected samples in each of 12 parts of the time, got too few',
      'proxy: no sample: proxy ended',
    ])
  })
})
