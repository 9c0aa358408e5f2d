/**
 * Makes rings from a daemon's answers. The request for an output is stored first, and never changes.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { minedUnlockWindow } from '#protocol/rules/limits.ts'
import { askDaemon, transferError } from '../../base/daemon-errors.ts'
import type { Clock, Daemon } from '../../base/ports.ts'
import type { OutputRecord, RingRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import type { RealOutput, Ring } from '../../tx/ring.ts'
import { amountShown } from '../../tx/weigh.ts'
import { checkCandidates, isConfirmed, mostUnusable, noRealOutput } from './candidate-check.ts'
import { CandidateLists } from './candidate-lists.ts'
import type { Candidates, Grouped } from './grouped-candidates.ts'
import { candidatesMissing, wrongAnswer, wrongBefore } from './ring-errors.ts'
import {
  asRequested,
  contradicts,
  expectedMembers,
  inPreference,
  recordOf,
  withRing,
} from './ring-records.ts'
import { isPlausible, makeRing, type RingCandidate } from './rings.ts'

/** Outputs per request, so that answers stay below limits. monero chunk_size */
const chunkSize = 1000

/** Number of times that new lists are drawn until they look plausible, before any request. */
const attempts = 3

/** Blocks after which every candidate of a list is old, also for a daemon that is an hour behind. */
const oldList = 2n * minedUnlockWindow

/** Rings for the outputs that one transaction spends, in their order. */
export type Rings = (outputs: readonly OutputRecord[]) => Promise<Ring[]>

export type RingPorts = {
  daemon: Daemon
  /** As errors and records name the daemon. */
  daemonName: string
  /** RingCT outputs up to and with each block, from the first block that may have any. */
  outputCounts: () => Promise<Float64Array>
  /** Reads candidates in groups. */
  grouped: Grouped
  crypto: Crypto
  random: RandomBytes
  clock: Pick<Clock, 'now'>
  store: Pick<Store, 'rings' | 'sent' | 'commit'>
  /** Blocks of the wallet's chain. */
  height: bigint
}

/** The request for the ring of one output. */
type RingQuery = { output: OutputRecord; record: RingRecord }

/** What was answered for one output. */
type Answers = { candidates: Candidates; isGrouped: boolean }

/**
 * Rings of one payment. An output keeps its candidates and its ring across attempts, payments and daemons:
 * two of them would have only the real member in common.
 */
export class RingSource {
  readonly #ports: RingPorts
  readonly #ringSize: number
  readonly #lists: CandidateLists
  /** By one-time key. */
  readonly #rings = new Map<string, Ring>()

  constructor(ports: RingPorts, ringSize: number) {
    this.#ports = ports
    this.#ringSize = ringSize
    this.#lists = new CandidateLists(ports, ringSize)
  }

  /**
   * @throws {RpcError} When the daemon fails, answers wrongly, or has too few outputs; when the rings look
   *   implausible.
   */
  async rings(outputs: readonly OutputRecord[]): Promise<Ring[]> {
    const missing = outputs.filter(({ key }) => !this.#rings.has(key))
    if (missing.length > 0) {
      this.#requireAllowed(missing)
      const queries = await this.#queries(outputs, missing)
      await this.#record(queries)
      await this.#finish(queries, await this.#answers(queries))
    }
    const rings = outputs.map(({ key }) => this.#rings.get(key)!)
    if (!(await this.#isPlausible(outputs, (_, at) => rings[at]!))) throw implausible()
    return rings
  }

  #requireAllowed(outputs: readonly OutputRecord[]) {
    const { store, daemonName } = this.#ports
    for (const output of outputs)
      if (recordOf(store.rings, output)?.refused?.some(({ daemon }) => daemon === daemonName))
        throw wrongBefore(daemonName)
  }

  async #isPlausible(
    outputs: readonly OutputRecord[],
    ringOf: (output: OutputRecord, at: number) => { members: readonly { globalIndex: number }[] },
  ): Promise<boolean> {
    const hidden = outputs.map(ringOf).filter((_, at) => outputs[at]!.ringct)
    return hidden.length === 0 || isPlausible(hidden, await this.#lists.ringctOutputs())
  }

  /**
   * Stored lists, and new ones for the others. A list that was never requested may be drawn again. Where that is not
   * enough, stored lists that are too old are extended.
   */
  async #queries(
    outputs: readonly OutputRecord[],
    missing: readonly OutputRecord[],
  ): Promise<RingQuery[]> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const records = await this.#lists.of(missing, { extendOld: attempt > 0 })
      const expected = (output: OutputRecord) => {
        const made = this.#rings.get(output.key)
        if (made) return made
        const record = records[missing.indexOf(output)]!
        return { members: expectedMembers(record, this.#ringSize) }
      }
      if (await this.#isPlausible(outputs, expected))
        return missing.map((output, at) => ({ output, record: records[at]! }))
    }
    throw implausible()
  }

  async #record(queries: readonly RingQuery[]) {
    const { store } = this.#ports
    const { rings } = store
    const changed = queries.filter(({ output, record }) => rings.get(output.key) !== record)
    if (changed.length > 0)
      await store.commit((change) => {
        for (const { output, record } of changed) change.put(rings, output.key, record)
      })
  }

  async #answers(queries: readonly RingQuery[]): Promise<Answers[]> {
    const hidden = queries.filter(({ output }) => output.ringct)
    const grouped = await this.#grouped(hidden)
    const byIndex = grouped ? queries.filter((query) => !hidden.includes(query)) : queries
    const single = await this.#byIndex(byIndex)
    return queries.map((query) => {
      const candidates = single.get(query)
      if (candidates) return { candidates, isGrouped: false }
      const own = query.record.candidates.map((index) => [index, grouped!.get(index)!] as const)
      return { candidates: new Map(own), isGrouped: true }
    })
  }

  /** Groups contain all outputs of a RingCT payment, so that nothing says which of them is ours. */
  async #grouped(queries: readonly RingQuery[]): Promise<Candidates | undefined> {
    if (queries.length === 0) return undefined
    const indices = new Set(queries.flatMap(({ record }) => record.candidates))
    return this.#ports.grouped([...indices], await this.#lists.ringctCounts())
  }

  async #byIndex(queries: readonly RingQuery[]): Promise<Map<RingQuery, Candidates>> {
    const asked = queries.flatMap(({ output, record }) =>
      asRequested(record).map((index) => ({ amount: amountShown(output), index: BigInt(index) })),
    )
    const answered: [number, RingCandidate & { height: bigint }][] = []
    for (let start = 0; start < asked.length; start += chunkSize) {
      const outputs = asked.slice(start, start + chunkSize)
      const request = this.#ports.daemon.bin.get_outs({ outputs, get_txid: false })
      const { outs } = await askDaemon(request, 'failed to get random outs')
      if (outs.length !== outputs.length)
        throw transferError('daemon returned wrong response for get_outs.bin')
      for (const [i, { key, mask: commitment, unlocked, height }] of outs.entries())
        answered.push([Number(outputs[i]!.index), { key, commitment, unlocked, height }])
    }
    return new Map(
      queries.map((query) => [query, new Map(answered.splice(0, query.record.candidates.length))]),
    )
  }

  /** Makes the rings, and records them before anything can contain them. */
  async #finish(queries: readonly RingQuery[], answers: readonly Answers[]) {
    const made: { query: RingQuery; ring: Ring; record: RingRecord }[] = []
    for (const [at, query] of queries.entries()) {
      const ring = await this.#ring(query, answers[at]!)
      const record = withRing(query.record, ring, this.#ports.daemonName)
      if (contradicts(query.record, record))
        await this.#refuse(query, answers[at]!, 'other ring members than before')
      made.push({ query, ring, record })
    }
    await this.#record(made.map(({ query: { output }, record }) => ({ output, record })))
    for (const { query, ring } of made) this.#rings.set(query.output.key, ring)
  }

  async #ring(query: RingQuery, answers: Answers): Promise<Ring> {
    const { candidates } = answers
    const { crypto, daemonName: daemon } = this.#ports
    const { output, record } = query
    const real = toReal(crypto, output)
    const isOld = (index: number) => this.#isOld(query, index, candidates)
    const isFree = output.unlockTime <= output.height + minedUnlockWindow && isOld(real.globalIndex)
    const asked = { real, isFree, inClear: !output.ringct, isOld }
    const { wrong, claims } = checkCandidates(crypto, asked, candidates)
    if (wrong === 'real output') return this.#refuse(query, answers, noRealOutput)
    if (wrong) return this.#refuse(query, answers, 'a commitment that no output has')
    const count = record.candidates.length
    if (!isConfirmed(claims, { daemon, candidates: count }, record.refused ?? []))
      return this.#refuse(query, answers, 'unusable ring candidates', claims)
    if (!candidates.get(real.globalIndex)!.unlocked) throw transferError(noRealOutput)
    const isYoung = (index: number) => !candidates.get(index)!.unlocked && !isOld(index)
    if (record.ring?.some(isYoung)) throw candidatesMissing(daemon)
    const limits = { ringSize: this.#ringSize, unusable: mostUnusable(count) }
    const ring = makeRing(crypto, real, inPreference(record), candidates, limits)
    return ring ?? this.#refuse(query, answers, 'too many unusable ring candidates')
  }

  /** @param index - Of a candidate, which must then be unlocked unless its sender set another lock. */
  #isOld({ output, record }: RingQuery, index: number, candidates: Candidates): boolean {
    const { height } = this.#ports
    if (record.height + oldList <= height) return true
    if (output.ringct) return index < this.#lists.oldOutputs
    return candidates.get(index)!.height + minedUnlockWindow < height
  }

  async #refuse(
    { output, record }: RingQuery,
    { isGrouped }: Answers,
    what: string,
    claims: string[] = [],
  ): Promise<never> {
    const { daemonName: daemon } = this.#ports
    // More claims than can be true are not kept.
    const kept = claims.length <= mostUnusable(record.candidates.length) ? claims : []
    const refused = [...(record.refused ?? []), { daemon, claims: kept }]
    await this.#record([{ output, record: { ...record, refused } }])
    throw wrongAnswer(daemon, what, isGrouped)
  }
}

const implausible = () => transferError('Transaction sanity check failed')

function toReal(crypto: Crypto, { globalIndex, key, amount, mask }: OutputRecord): RealOutput {
  return {
    globalIndex: Number(globalIndex),
    key: hexToBytes(key),
    commitment: crypto.commit(amount, mask),
  }
}
