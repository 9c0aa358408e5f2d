/**
 * Measures cryptographic operations in turn with those of monero.
 *
 * @module
 */
import type { Group } from '../group.ts'
import { bundleClock } from '../kernels/bundle.ts'
import { chromiumEngine, nodeEngine, type Engine } from '../kernels/engines.ts'
import type { FigureName } from '../kernels/figures.ts'
import { hasPerformanceTests, nativeTime } from '../kernels/native.ts'
import { node24 } from '../programs/node24.ts'
import { noGoal, ratioAtMost, row, type Row } from '../row.ts'
import { medianOf } from '../statistics.ts'

/** Engines by their names in rows. */
const where = {
  chromium: 'Chromium',
  plain: 'Chromium without fused multiply-add',
  node20: 'Node 20',
  node24: 'Node 24',
}

type Compared = {
  name: string
  /** Tests of monero whose times are added. */
  tests: readonly string[]
  /** Microseconds, computed from the measured times. */
  value: (time: (figure: FigureName) => number) => number
  figures: readonly FigureName[]
  /** Maximum ratio of our time to that of monero, by engine. */
  goals: Readonly<Record<string, number>>
}

const plain = (name: FigureName, test: string, goals: Compared['goals']): Compared => ({
  name,
  tests: [test],
  goals,
  figures: [name],
  value: (time) => time(name),
})
const everywhere = (most: number) => ({ [where.chromium]: most })

const one = 'derivation and 1 output without view tag'
const eight = 'derivation and 8 outputs without view tags'
const whole = 'transaction verify, 2 inputs, 2 outputs'

const compared: readonly Compared[] = [
  plain('derivation', 'test_generate_key_derivation', {
    [where.chromium]: 0.28,
    [where.node24]: 0.28,
    [where.plain]: 0.52,
  }),
  {
    name: 'one output after the derivation',
    tests: ['test_is_out_to_acc_precomp'],
    figures: [one, eight],
    goals: everywhere(0.4),
    value: (time) => (time(eight) - time(one)) / 7,
  },
  plain('key image', 'test_generate_key_image_helper', everywhere(0.7)),
  plain('CLSAG verify, ring 16, 2 inputs', 'test_sig_clsag<16, 2, 2>', everywhere(0.9)),
  plain('Bulletproofs+ prove, 2 outputs', 'test_bulletproof_plus<false, 2>', everywhere(0.9)),
  plain('Bulletproofs+ verify, 2 outputs', 'test_bulletproof_plus<true, 2>', everywhere(0.9)),
  plain('Bulletproofs+ prove, 15 outputs', 'test_bulletproof_plus<false, 15>', everywhere(0.9)),
  plain(
    'Bulletproofs+ verify, 64 proofs in one batch',
    'test_aggregated_bulletproof_plus<true, 2, 1, 1, 0, 64>',
    everywhere(0.9),
  ),
  {
    name: whole,
    figures: [whole],
    goals: { [where.node20]: 3 },
    tests: ['test_bulletproof_plus<true, 2>', 'test_sig_clsag<16, 2, 2>'],
    value: (time) => time(whole),
  },
]

export const kernels: Group = {
  name: 'kernels',
  summary: 'steps of cryptography beside performance_tests',
  async measure({ size, log }) {
    const engines = await startEngines()
    for (const { name, kernel } of engines) log(`${name} scans with ${kernel}`)
    const times = new Times()
    try {
      for (let round = 0; round < size.rounds; round++)
        for (const each of compared) await takeTurns(each, engines, times, size.kernelMs)
    } finally {
      await Promise.all(engines.map(({ close }) => close()))
    }
    return compared.flatMap((each) => rowsOf(each, engines, times))
  },
}

async function startEngines(): Promise<Engine[]> {
  const { browser, node } = await bundleClock()
  const newer = node24()
  return [
    await chromiumEngine(where.chromium, browser),
    await chromiumEngine(where.plain, browser, ['--js-flags=--no-enable-fma3']),
    await nodeEngine(where.node20, process.execPath, node),
    ...(newer === undefined ? [] : [await nodeEngine(where.node24, newer, node)]),
  ]
}

/** Microseconds by program and figure, one for each round. */
class Times {
  readonly #all = new Map<string, number[]>()

  add(program: string, figure: string, us: number) {
    const key = `${program}: ${figure}`
    this.#all.set(key, [...(this.#all.get(key) ?? []), us])
  }

  /** Null if it was not measured. */
  of(program: string, figure: string): number | null {
    return medianOf(this.#all.get(`${program}: ${figure}`) ?? [])
  }
}

const native = 'performance_tests'

async function takeTurns(
  { figures, tests }: Compared,
  engines: readonly Engine[],
  times: Times,
  ms: number,
) {
  if (hasPerformanceTests) for (const test of tests) times.add(native, test, await nativeTime(test))
  for (const engine of engines)
    for (const figure of figures) times.add(engine.name, figure, await engine.measure(figure, ms))
}

function rowsOf(
  { name, tests, value, figures, goals }: Compared,
  engines: readonly Engine[],
  times: Times,
): Row[] {
  return Object.values(where).flatMap((place) => {
    // Without fused multiply-add, only the scan differs.
    if (place === where.plain && goals[place] === undefined) return []
    const kernel = engines.find((engine) => engine.name === place)?.kernel
    const measured = figures.every((figure) => times.of(place, figure) !== null)
    const most = goals[place]
    return row({
      name: `kernels/${name}, ${place}${kernel === undefined ? '' : ` (${kernel})`}`,
      unit: 'µs',
      value: measured ? value((figure) => times.of(place, figure)!) : null,
      reference: sumOf(tests.map((test) => times.of(native, test))),
      goal: most === undefined ? noGoal : ratioAtMost(most, native),
    })
  })
}

/** Null if one is missing. */
const sumOf = (times: readonly (number | null)[]) =>
  times.reduce((sum, time) => (sum === null || time === null ? null : sum + time), 0)
