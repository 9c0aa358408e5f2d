import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberText, writeExposition } from '../../../proxy/metrics/exposition.ts'
import { Registry } from '../../../proxy/metrics/registry.ts'
import { count, seed } from '../../support/random/case-counts.ts'

describe('the text of a registry', () => {
  test('has each metric with its description, type and series', () => {
    const registry = new Registry()
    const calls = registry.counter('calls_total', 'Calls by name.', {
      call: ['get_info', 'get_outs'],
      status: ['2xx', '5xx'],
    })
    calls.add({ call: 'get_outs', status: '5xx' })
    calls.add({ call: 'get_info', status: '2xx' }, 2)
    calls.add({ call: 'get_outs', status: '5xx' })
    const height = registry.gauge('height', 'Blocks.')
    height.set({}, 3_500_000)
    height.add({}, -1)
    expect(registry.text()).toBe(
      [
        '# HELP calls_total Calls by name.',
        '# TYPE calls_total counter',
        'calls_total{call="get_outs",status="5xx"} 2',
        'calls_total{call="get_info",status="2xx"} 2',
        '# HELP height Blocks.',
        '# TYPE height gauge',
        'height 3499999',
        '',
      ].join('\n'),
    )
  })

  test('has cumulative buckets of a histogram, a sum and a count', () => {
    const registry = new Registry()
    const seconds = registry.histogram('seconds', 'Time.', [0.5, 2], { kind: ['a'] })
    for (const value of [0.5, 0.25, 1, 7]) seconds.observe({ kind: 'a' }, value)
    expect(registry.text()).toBe(
      [
        '# HELP seconds Time.',
        '# TYPE seconds histogram',
        'seconds_bucket{kind="a",le="0.5"} 2',
        'seconds_bucket{kind="a",le="2"} 3',
        'seconds_bucket{kind="a",le="+Inf"} 4',
        'seconds_sum{kind="a"} 8.75',
        'seconds_count{kind="a"} 4',
        '',
      ].join('\n'),
    )
  })

  test('begins with 0 for metrics without labels, and without series for others', () => {
    const registry = new Registry()
    registry.counter('plain_total', 'x')
    registry.counter('labelled_total', 'x', { kind: ['a'] })
    registry.histogram('seconds', 'x', [1])
    expect(
      registry
        .text()
        .split('\n')
        .filter((line) => !line.startsWith('#')),
    ).toEqual([
      'plain_total 0',
      'seconds_bucket{le="1"} 0',
      'seconds_bucket{le="+Inf"} 0',
      'seconds_sum 0',
      'seconds_count 0',
      '',
    ])
  })

  test('is read after the updates before a scrape', () => {
    const registry = new Registry()
    const height = registry.gauge('height', 'x', { node: ['1', '2'] })
    let known = [5, 6]
    registry.beforeScrape(() => {
      height.clear()
      for (const [index, value] of known.entries()) height.set({ node: `${index + 1}` }, value)
    })
    expect(registry.text()).toContain('height{node="2"} 6\n')
    known = [7]
    expect(registry.text()).toMatch(/height\{node="1"\} 7\n$/)
  })
})

describe('a label', () => {
  test('error: with an unlisted value becomes other', () => {
    const registry = new Registry()
    const calls = registry.counter('calls_total', 'x', { call: ['get_info'] })
    for (const call of ['203.0.113.9', 'http://user:pass@host', '\n', 'get_info', '__proto__'])
      calls.add({ call })
    expect(registry.text().split('\n').slice(2)).toEqual([
      'calls_total{call="other"} 4',
      'calls_total{call="get_info"} 1',
      '',
    ])
  })
})

describe('a measurement', () => {
  test('error: that is not a number changes nothing', () => {
    const registry = new Registry()
    const total = registry.counter('a_total', 'x')
    for (const amount of [NaN, -1, Infinity, 0]) total.add({}, amount)
    registry.histogram('b', 'x', [1]).observe({}, NaN)
    expect(registry.text()).toContain('a_total 0\n')
    expect(registry.text()).toContain('b_count 0\n')
  })
})

describe('a declaration', () => {
  test.each([
    ['a taken name', (r: Registry) => r.gauge('taken', 'x')],
    ['an invalid name', (r: Registry) => r.counter('1 metric', 'x')],
    ['an invalid label', (r: Registry) => r.counter('a', 'x', { 'a-b': [] })],
    ['a reserved label', (r: Registry) => r.counter('a', 'x', { __name__: [] })],
    ['the label le of a histogram', (r: Registry) => r.histogram('a', 'x', [1], { le: [] })],
    ['buckets in no order', (r: Registry) => r.histogram('a', 'x', [2, 1])],
    ['an infinite bucket', (r: Registry) => r.histogram('a', 'x', [1, Infinity])],
  ])('error: with %s throws', (_, declare) => {
    const registry = new Registry()
    registry.counter('taken', 'x')
    expect(() => declare(registry)).toThrow(TypeError)
  })
})

/** Reads the text format by the rules of its description, independently of the writer. */
function parse(text: string) {
  const unescape = (escaped: string) =>
    escaped.replace(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))
  return text
    .split(/(?=# HELP )/)
    .filter((part) => part !== '')
    .map((part) => {
      const [help = '', type = '', ...lines] = part.split('\n')
      expect(lines.pop()).toBe('')
      return {
        name: /^# HELP (\S+) /.exec(help)![1]!,
        help: unescape(/^# HELP \S+ (.*)$/.exec(help)![1]!),
        type: /^# TYPE \S+ (.*)$/.exec(type)![1]!,
        samples: lines.map((line) => {
          const [, name, labels = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line)!
          return {
            name: name!,
            labels: [...labels.matchAll(/([a-z_]+)="((?:\\.|[^"\\])*)"(?:,|$)/g)].map(
              ([, label, escaped]) => [label!, unescape(escaped!)] as const,
            ),
            value: value === '+Inf' ? Infinity : value === '-Inf' ? -Infinity : Number(value),
          }
        }),
      }
    })
}

const runs = { numRuns: count(200, 20_000), seed: seed() }

describe('any metrics', () => {
  test('are read back as they were written', () => {
    const name = fc.stringMatching(/^[a-z_]{1,8}$/)
    const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', 'n', '{', '}', ',', '=') })
    const value = fc.double({ noNaN: true }).map((each) => each + 0)
    const family = fc.record({
      name,
      help: text,
      type: fc.constantFrom('counter' as const, 'gauge' as const),
      samples: fc.array(fc.record({ name, labels: fc.array(fc.tuple(name, text)), value })),
    })
    fc.assert(
      fc.property(fc.array(family), (families) => {
        expect(parse(writeExposition(families))).toEqual(families)
      }),
      runs,
    )
  })

  test('a histogram counts what was observed, in every bucket', () => {
    const bounds = fc
      .uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1 })
      .map((each) => each.sort((a, b) => a - b))
    fc.assert(
      fc.property(bounds, fc.array(fc.integer({ min: -60, max: 60 })), (buckets, values) => {
        const registry = new Registry()
        const histogram = registry.histogram('h', 'x', buckets)
        for (const value of values) histogram.observe({}, value)
        const [{ samples } = { samples: [] }] = parse(registry.text())
        const expected = [...buckets, Infinity].map((bound) => ({
          name: 'h_bucket',
          labels: [['le', numberText(bound)]],
          value: values.filter((value) => value <= bound).length,
        }))
        const sum = values.reduce((total, value) => total + value, 0)
        expect(samples).toEqual([
          ...expected,
          { name: 'h_sum', labels: [], value: sum },
          { name: 'h_count', labels: [], value: values.length },
        ])
      }),
      runs,
    )
  })
})
