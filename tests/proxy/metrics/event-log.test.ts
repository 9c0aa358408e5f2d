import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventLog, type EventLog, type LogEvent } from '../../../proxy/metrics/event-log.ts'
import type { RankingEvent } from '../../../proxy/upstream/node-state.ts'
import { count, seed } from '../../support/random/case-counts.ts'

/** A log and the lines that it wrote. */
function scene() {
  const lines: { level: string; line: string }[] = []
  const log = eventLog(
    (line, level) => lines.push({ level, line }),
    () => Date.UTC(2026, 1, 3, 4, 5, 6, 789),
  )
  return { log, lines, last: () => JSON.parse(lines.at(-1)!.line) as Record<string, unknown> }
}

describe('an event', () => {
  test('is one line with time, level, event and fields', () => {
    const { log, lines } = scene()
    log({ event: 'start', version: '0.2.0', network: 'mainnet', height: 3_500_000n, nodes: 2 })
    log({ event: 'upstream_lost', node: 2, problem: 'timeout' })
    const time = '"time":"2026-02-03T04:05:06.789Z"'
    expect(lines).toEqual([
      {
        level: 'info',
        line: `{${time},"level":"info","event":"start","version":"0.2.0","network":"mainnet","height":3500000,"nodes":2}`,
      },
      {
        level: 'warn',
        line: `{${time},"level":"warn","event":"upstream_lost","node":2,"problem":"timeout"}`,
      },
    ])
  })

  test('leaves out fields that are undefined', () => {
    const { log, last } = scene()
    log({ event: 'upstream_disagrees', node: 3, height: undefined })
    expect(Object.keys(last())).toEqual(['time', 'level', 'event', 'node'])
  })

  test('of a ranking can be written as it is', () => {
    const { log, last } = scene()
    const ofRanking: (event: RankingEvent) => void = log
    ofRanking({ event: 'upstream_switched', from: 1, to: 2 })
    expect(last()).toMatchObject({ event: 'upstream_switched', from: 1, to: 2 })
  })
})

/** Passes what the types refuse. */
const loosely = (log: EventLog) => log as (event: object) => void

describe('the table', () => {
  test('error: a text that is not listed becomes null', () => {
    const { log, last } = scene()
    loosely(log)({ event: 'stop', cause: 'http://user:pass@203.0.113.9', seconds: -1 })
    expect(last()).toMatchObject({ event: 'stop', cause: null, seconds: null })
  })

  test('error: fields and events that are not listed are not written', () => {
    const { log, lines, last } = scene()
    loosely(log)({ event: 'stop', client: '203.0.113.9', time: 'x', level: 'x' })
    expect(last()).toEqual({ time: '2026-02-03T04:05:06.789Z', level: 'info', event: 'stop' })
    for (const event of ['203.0.113.9', '__proto__', 'constructor']) loosely(log)({ event })
    expect(lines).toHaveLength(1)
  })

  test.each(['0.2.0', '1.0.0-rc.1', '10.20.30'])('the version %s is written', (version) => {
    const { log, last } = scene()
    log({ event: 'start', version })
    expect(last().version).toBe(version)
  })

  test.each(['0.2', '203.0.113.9', '1.0.0-node.example', 'v1'])(
    'error: the version %s is not written',
    (version) => {
      const { log, last } = scene()
      log({ event: 'start', version })
      expect(last().version).toBe(null)
    },
  )

  test('no text of a caller enters, in any field of any event', () => {
    const secret = fc.constantFrom(
      '203.0.113.9',
      'https://user:password@node.example:18081',
      'c3'.repeat(32),
      '[2001:db8::1]:443',
    )
    const names = ['version', 'network', 'height', 'node', 'problem', 'cause', 'kind', 'bytes', 'x']
    const events: LogEvent['event'][] = [
      'start',
      'stop',
      'upstream_lost',
      'upstream_back',
      'upstream_switched',
      'upstream_disagrees',
      'upstream_agrees',
      'chunk_written',
      'chunk_restored',
      'reorganisation',
      'feed_data_refused',
    ]
    const given = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(secret, fc.array(secret), fc.dictionary(fc.constant('a'), secret)),
    )
    fc.assert(
      fc.property(fc.constantFrom(...events), given, (event, fields) => {
        const { log, last } = scene()
        loosely(log)({ ...fields, event })
        const { time: _, level: __, event: ___, ...written } = last()
        expect(new Set(Object.values(written))).toEqual(
          new Set(Object.keys(written).length > 0 ? [null] : []),
        )
      }),
      { numRuns: count(200, 20_000), seed: seed() },
    )
  })
})
