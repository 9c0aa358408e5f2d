/**
 * Counters, gauges and histograms whose labels have fixed values.
 *
 * A metric declares all values of its labels. Any other value is counted as `other`, so no address, path or content of
 * a request can become a label, and the number of series is bounded. `prom-client` has no such lists.
 *
 * @module
 */
import {
  numberText,
  writeExposition,
  type LabelPairs,
  type MetricType,
  type Sample,
  type WrittenFamily,
} from './exposition.ts'

/** The values of each label. */
type LabelSets = Readonly<Record<string, readonly string[]>>

export type NoLabels = Readonly<Record<never, readonly string[]>>

/** One value for each label. */
type LabelsOf<Sets extends LabelSets> = { readonly [Name in keyof Sets]: string }

export type Counter<Sets extends LabelSets> = {
  /** Adds to a series. Amounts that are not positive numbers are ignored: a wrong measurement ends no request. */
  add: (labels: LabelsOf<Sets>, amount?: number) => void
}

export type Gauge<Sets extends LabelSets> = {
  set: (labels: LabelsOf<Sets>, value: number) => void
  /** Adds an amount, which may be negative, to a series that begins at 0. */
  add: (labels: LabelsOf<Sets>, amount: number) => void
  /** Removes all series. */
  clear: () => void
}

export type Histogram<Sets extends LabelSets> = {
  /** Counts a value in its bucket. NaN is ignored. */
  observe: (labels: LabelsOf<Sets>, value: number) => void
}

/** Seconds: from an answer out of memory to the longest one of a node. */
export const secondsBuckets = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

/** What a scrape returns. */
export class Registry {
  readonly #families = new Map<string, () => WrittenFamily>()
  readonly #beforeScrape: (() => void)[] = []

  /** @throws TypeError For a name that is taken, or not one of Prometheus. So do the others. */
  counter<const Sets extends LabelSets = NoLabels>(
    name: string,
    help: string,
    sets = {} as Sets,
  ): Counter<Sets> {
    const values = this.#numbers(name, help, 'counter', sets)
    return {
      add(labels, amount = 1) {
        if (amount > 0 && Number.isFinite(amount)) values.of(labels).value += amount
      },
    }
  }

  gauge<const Sets extends LabelSets = NoLabels>(
    name: string,
    help: string,
    sets = {} as Sets,
  ): Gauge<Sets> {
    const values = this.#numbers(name, help, 'gauge', sets)
    return {
      set: (labels, value) => void (values.of(labels).value = value),
      add: (labels, amount) => void (values.of(labels).value += amount),
      clear: () => values.clear(),
    }
  }

  /** @param buckets - Upper bounds, ascending; the one without a bound is added. */
  histogram<const Sets extends LabelSets = NoLabels>(
    name: string,
    help: string,
    buckets: readonly number[],
    sets = {} as Sets,
  ): Histogram<Sets> {
    requireAscending(name, buckets)
    if ('le' in sets) throw new TypeError(`${name}: expected another label than le`)
    const bounds = [...buckets, Infinity]
    const series = new Series(sets, () => ({ counts: bounds.map(() => 0), sum: 0 }))
    this.#register({ name, help, type: 'histogram' }, sets, () =>
      series.all().flatMap(([labels, each]) => bucketSamples(name, labels, bounds, each)),
    )
    return {
      observe(labels, value) {
        if (Number.isNaN(value)) return
        const each = series.of(labels)
        each.counts[bounds.findIndex((bound) => value <= bound)]! += 1
        each.sum += value
      },
    }
  }

  /** Calls `update` before each scrape, for gauges of what is known elsewhere. */
  beforeScrape(update: () => void): void {
    this.#beforeScrape.push(update)
  }

  /** All metrics in the text format. */
  text(): string {
    for (const update of this.#beforeScrape) update()
    return writeExposition([...this.#families.values()].map((family) => family()))
  }

  #numbers<Sets extends LabelSets>(name: string, help: string, type: MetricType, sets: Sets) {
    const series = new Series(sets, () => ({ value: 0 }))
    this.#register({ name, help, type }, sets, () =>
      series.all().map(([labels, { value }]) => ({ name, labels, value })),
    )
    return series
  }

  #register(head: Omit<WrittenFamily, 'samples'>, sets: LabelSets, samples: () => Sample[]) {
    const { name } = head
    if (!/^[a-z_:][a-z0-9_:]*$/i.test(name) || this.#families.has(name))
      throw new TypeError(`expected a new name of a metric, got ${name}`)
    for (const label of Object.keys(sets))
      if (!/^(?!__)[a-z_][a-z0-9_]*$/i.test(label))
        throw new TypeError(`${name}: expected the name of a label, got ${label}`)
    this.#families.set(name, () => ({ ...head, samples: samples() }))
  }
}

/** One value for each combination of labels that was used; one from the start if there are no labels. */
class Series<Sets extends LabelSets, Value> {
  readonly #sets: readonly (readonly [name: string, values: ReadonlySet<string>])[]
  readonly #make: () => Value
  readonly #series = new Map<string, { labels: LabelPairs; value: Value }>()

  constructor(sets: Sets, make: () => Value) {
    this.#sets = Object.entries(sets).map(([name, values]) => [name, new Set(values)])
    this.#make = make
    if (this.#sets.length === 0) this.of({} as LabelsOf<Sets>)
  }

  of(given: LabelsOf<Sets>): Value {
    let key = ''
    for (const [name, values] of this.#sets) key += `${knownIn(values, given[name]!)}\0`
    let series = this.#series.get(key)
    if (!series) {
      const labels = this.#sets.map(
        ([name, values]) => [name, knownIn(values, given[name]!)] as const,
      )
      series = { labels, value: this.#make() }
      this.#series.set(key, series)
    }
    return series.value
  }

  all(): (readonly [labels: LabelPairs, value: Value])[] {
    return [...this.#series.values()].map(({ labels, value }) => [labels, value] as const)
  }

  clear(): void {
    this.#series.clear()
  }
}

const knownIn = (values: ReadonlySet<string>, value: string) =>
  values.has(value) ? value : 'other'

/** Buckets are cumulative: each counts the values of those before it too. */
function bucketSamples(
  name: string,
  labels: LabelPairs,
  bounds: readonly number[],
  { counts, sum }: { counts: readonly number[]; sum: number },
): Sample[] {
  let count = 0
  const buckets = bounds.map((bound, index): Sample => {
    count += counts[index]!
    const le = ['le', numberText(bound)] as const
    return { name: `${name}_bucket`, labels: [...labels, le], value: count }
  })
  return [
    ...buckets,
    { name: `${name}_sum`, labels, value: sum },
    { name: `${name}_count`, labels, value: count },
  ]
}

function requireAscending(name: string, buckets: readonly number[]) {
  const isAscending = buckets.every((bound, index) => bound > (buckets[index - 1] ?? -Infinity))
  if (!isAscending || !buckets.every(Number.isFinite))
    throw new TypeError(`${name}: expected finite bounds in ascending order, got ${buckets.join()}`)
}
