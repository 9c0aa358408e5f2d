import { describe, expect, test } from 'vitest'
import { findings, type Present, type Trust } from '../../../web/trust/verdicts.ts'

const trust: Trust = {
  node: '',
  trusted: false,
  network: 'mainnet',
  height: 3_000_100n,
  first_height: 3_000_000n,
  pinned_height: 3_000_050n,
  checks_work: true,
  whole_blocks: true,
  scan_feed: 'unasked',
  feed_problem: undefined,
  payments: 2,
  feed_release_height: undefined,
  feed_compared_with: undefined,
  feed_compared_height: undefined,
  feed_not_compared: undefined,
  unverified_payments: 0,
  pinned_payments: 0,
}
const good: Present = {
  trust,
  synced: true,
  checking: false,
  topAge: 60,
  isRecent: true,
  comparison: { agreedHeight: 3_000_100n },
  compared: 2,
}
const verdicts = (present: Present) =>
  Object.fromEntries(findings(present).map(({ id, verdict }) => [id, verdict]))
const allGood = {
  chain: 'verified',
  history: 'verified',
  work: 'verified',
  payments: 'verified',
  others: 'verified',
  newest: 'verified',
  spending: 'verified',
}

describe('the findings', () => {
  test('are good for a wallet whose checks all passed', () => {
    expect(verdicts(good)).toEqual(allGood)
  })

  test.each<[string, Partial<Trust>, object]>([
    ['no block', { height: 3_000_000n }, { chain: 'open' }],
    ['a network without known history', { pinned_height: 0n }, { history: 'none' }],
    ['a start above the known history', { first_height: 3_000_060n }, { history: 'none' }],
    ['no checks of work', { checks_work: false }, { work: 'open' }],
    ['a private chain', { network: 'fakechain', checks_work: false }, { work: 'none' }],
    ['blocks from the scan feed', { scan_feed: 'read' }, { 'old-blocks': 'open' }],
    ['a server without a scan feed', { scan_feed: 'absent' }, {}],
    ['a scan feed that is switched off', { scan_feed: 'off' }, {}],
    ['a false scan feed', { scan_feed: 'refused' }, { 'old-blocks': 'wrong' }],
    ['no payments', { payments: 0 }, { payments: 'none' }],
    ['an unverified payment', { unverified_payments: 1 }, { payments: 'open' }],
  ])('of %s', (_, other, changed) => {
    expect(verdicts({ ...good, trust: { ...trust, ...other } })).toEqual({ ...allGood, ...changed })
  })

  test.each<[string, Partial<Present>, object]>([
    ['checks that run', { checking: true }, { work: 'open' }],
    ['no comparison', { comparison: undefined }, { others: 'open' }],
    [
      'a contradiction',
      { comparison: { agreedHeight: 1n, disagreement: 'blocks' } },
      { others: 'wrong' },
    ],
    ['a scan that runs', { synced: false }, { newest: 'open' }],
    ['an old top', { isRecent: false, topAge: 7200 }, { newest: 'open' }],
  ])('of %s', (_, other, changed) => {
    expect(verdicts({ ...good, ...other })).toEqual({ ...allGood, ...changed })
  })

  test('say where old blocks come from, and why a scan feed is refused', () => {
    const of = (other: Partial<Trust>) =>
      findings({ ...good, trust: { ...trust, ...other } }).find(({ id }) => id === 'old-blocks')!
    const feed_problem = 'complete/0-ab is missing, or has another digest'
    const texts = (['off', 'read', 'refused'] as const).map((use) => of({ scan_feed: use }).text)
    expect(texts).toEqual([
      'They are read as blocks. The scan feed is not used.',
      expect.stringMatching(/^They come from the scan feed of the server\. /),
      'They are read as blocks: the scan feed of the server is wrong.',
    ])
    expect(of({ scan_feed: 'refused', feed_problem }).reason).toBe(feed_problem)
    expect(of({}).reason).toBeUndefined()
  })

  test('say with what a scan feed was compared, up to which block, and why not', () => {
    const of = (other: Partial<Trust>) => {
      const now = { ...good, trust: { ...trust, scan_feed: 'read' as const, ...other } }
      const { more, reason } = findings(now).find(({ id }) => id === 'old-blocks')!
      return { more, reason }
    }
    const server = 'https://second.example'
    expect(of({})).toEqual({
      more: ['They were compared with no second source.'],
      reason: undefined,
    })
    expect(of({ feed_release_height: 2_048n })).toMatchObject({
      more: ['Below block 2,048, this release confirms their files.'],
    })
    expect(
      of({ feed_release_height: 512n, feed_compared_with: server, feed_compared_height: 2_048n }),
    ).toMatchObject({
      more: [
        'Below block 512, this release confirms their files.',
        `Below block 2,048, ${server} has the same files.`,
      ],
    })
    const why = 'it has the blocks from 0 to 2047 only'
    expect(
      of({
        feed_compared_with: server,
        feed_compared_height: 2_048n,
        feed_not_compared: why,
      }),
    ).toEqual({
      more: [
        `Below block 2,048, ${server} has the same files.`,
        `Above, ${server} was not compared.`,
      ],
      reason: why,
    })
    expect(of({ feed_compared_with: server, feed_not_compared: why }).more).toEqual([
      `${server} was not compared.`,
    ])
    expect(of({ scan_feed: 'absent' }).more).toEqual([])
    const textOf = (other: Partial<Trust>) =>
      findings({ ...good, trust: { ...trust, scan_feed: 'read', ...other } }).find(
        ({ id }) => id === 'old-blocks',
      )!.text
    const alone = /but a single payment could still be changed or hidden\.$/
    expect(textOf({ feed_not_compared: why })).toMatch(alone)
    expect(textOf({ feed_release_height: 512n })).not.toMatch(alone)
    expect(textOf({ feed_compared_height: 512n })).not.toMatch(alone)
  })

  test('say for how many payments a second source has the same file', () => {
    const of = (pinned_payments: number) =>
      findings({
        ...good,
        trust: { ...trust, unverified_payments: 2, pinned_payments },
      }).find(({ id }) => id === 'payments')!.more
    expect(of(0)).toEqual([])
    expect(of(2)).toEqual([
      'A second source has the same files for 2 of them: the server alone could not have changed them.',
    ])
  })

  test('say why nothing was compared', () => {
    const textOf = (other: Partial<Present>) =>
      findings({ ...good, comparison: undefined, ...other }).find(({ id }) => id === 'others')!.text
    const single = 'Your blocks are not compared with another node: this server knows no other one.'
    expect(textOf({ compared: 0 })).toBe(single)
    expect(textOf({ compared: 2 })).toBe('Your blocks were not compared yet.')
  })
})
