/**
 * Fetches rings from the daemon for the outputs of one payment, once per output.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { Clock, Daemon } from '../../base/ports.ts'
import type { OutputRecord } from '../../store/records.ts'
import { amountCounts, type AmountCount } from './amount-counts.ts'
import { AmountPicker, requestedOfAmount } from './amount-decoys.ts'
import { askDaemon, transferError } from '../../base/daemon-errors.ts'
import { outputCounts } from './distribution.ts'
import { DecoyPicker } from './gamma.ts'
import {
  choosePicks,
  isPlausible,
  makeRing,
  requestedOutputs,
  type RingCandidate,
} from './rings.ts'
import type { RealOutput, Ring } from '../../tx/ring.ts'
import { amountShown } from '../../tx/weigh.ts'

/** Outputs per request, so that answers stay below limits. monero chunk_size */
const chunkSize = 1000

/** Number of attempts to draw implausible rings again. @see monero wallet2::get_outs */
const attempts = 3

/** Rings for the outputs that one transaction spends, in their order. */
export type Rings = (outputs: readonly OutputRecord[]) => Promise<Ring[]>

export type RingPorts = {
  daemon: Daemon
  crypto: Crypto
  random: RandomBytes
  clock: Pick<Clock, 'now'>
}

/** The query for the ring of one output. */
type RingQuery = {
  output: OutputRecord
  real: RealOutput
  /** Amount in the clear; 0 for a RingCT output. */
  amount: bigint
  picks: readonly number[]
}

/**
 * Rings of one payment. An output keeps its ring across attempts and payments: different rings for
 * the same output would narrow down the real member for the daemon.
 */
export class RingSource {
  readonly #ports: RingPorts
  readonly #ringSize: number
  readonly #known: Map<string, readonly number[]>
  readonly #rings = new Map<string, Ring>()
  #ringct: Promise<Float64Array> | undefined
  readonly #amounts = new Map<bigint, AmountCount>()

  /** @param known - Global indices of earlier rings, by {@link ringName}; new rings are added. */
  constructor(ports: RingPorts, ringSize: number, known: Map<string, readonly number[]>) {
    this.#ports = ports
    this.#ringSize = ringSize
    this.#known = known
  }

  /**
   * @throws {RpcError} When the daemon fails, misreports the real output, or has too few outputs.
   */
  async rings(outputs: readonly OutputRecord[]): Promise<Ring[]> {
    const hidden = outputs.filter(({ ringct }) => ringct)
    for (let attempt = 0; attempt < attempts; attempt++) {
      await this.#fetch(outputs.filter(({ key }) => !this.#rings.has(key)))
      if (hidden.length === 0 || isPlausible(this.#of(hidden), (await this.#counts()).at(-1)!))
        return this.#of(outputs)
      for (const output of hidden) this.#forget(output)
    }
    throw transferError('Transaction sanity check failed')
  }

  #of(outputs: readonly OutputRecord[]): Ring[] {
    return outputs.map(({ key }) => this.#rings.get(key)!)
  }

  #counts(): Promise<Float64Array> {
    return (this.#ringct ??= outputCounts(this.#ports.daemon))
  }

  #forget(output: OutputRecord) {
    this.#rings.delete(output.key)
    this.#known.delete(ringName(output))
  }

  async #fetch(outputs: readonly OutputRecord[]) {
    if (outputs.length === 0) return
    const questions = await this.#questions(outputs)
    const answers = await this.#tell(
      // Each ring's part is sorted, so the order does not reveal the real member.
      questions.flatMap(({ amount, picks }) =>
        [...picks].sort((a, b) => a - b).map((index) => ({ amount, index })),
      ),
    )
    let start = 0
    for (const { output, real, amount, picks } of questions) {
      const candidates = new Map<number, RingCandidate>()
      for (let i = start; i < start + picks.length; i++) candidates.set(...answers[i]!)
      start += picks.length
      const inClear = amount > 0n
      const ring = makeRing(this.#ports.crypto, real, picks, candidates, this.#ringSize, inClear)
      this.#rings.set(output.key, ring)
      const indices = ring.members.map(({ globalIndex }) => globalIndex)
      this.#known.set(ringName(output), indices)
    }
  }

  async #questions(outputs: readonly OutputRecord[]): Promise<RingQuery[]> {
    const { crypto, random } = this.#ports
    const counts = outputs.some(({ ringct }) => ringct) ? await this.#counts() : undefined
    const hidden = counts && new DecoyPicker(counts, random)
    await this.#count(outputs.map(amountShown).filter((amount) => amount > 0n))
    return outputs.map((output) => {
      const real = toReal(crypto, output)
      const amount = amountShown(output)
      const count = this.#amounts.get(amount)
      const outOf = count ? count.spendable : counts!.at(-1)!
      if (real.globalIndex >= outOf)
        throw transferError(
          `Daemon reports suspicious number of ${count ? 'outputs of an amount' : 'rct outputs'}`,
        )
      const picker = count
        ? new AmountPicker(count, real.globalIndex, this.#ringSize, random)
        : hidden!
      const wanted = (count ? requestedOfAmount : requestedOutputs)(this.#ringSize)
      const known = this.#known.get(ringName(output)) ?? []
      return { output, real, amount, picks: choosePicks(picker, real.globalIndex, known, wanted) }
    })
  }

  /** Fetches the counts that are still missing for this payment. */
  async #count(amounts: readonly bigint[]) {
    const { daemon, clock } = this.#ports
    const unknown = [...new Set(amounts)].filter((amount) => !this.#amounts.has(amount))
    if (unknown.length === 0) return
    for (const each of await amountCounts(daemon, unknown, clock.now())) this.#amounts.set(...each)
  }

  async #tell(asked: readonly { amount: bigint; index: number }[]) {
    const candidates: [number, RingCandidate][] = []
    for (let start = 0; start < asked.length; start += chunkSize) {
      const chunk = asked.slice(start, start + chunkSize)
      const outputs = chunk.map(({ amount, index }) => ({ amount, index: BigInt(index) }))
      const question = this.#ports.daemon.bin.get_outs({ outputs, get_txid: false })
      const { outs } = await askDaemon(question, 'failed to get random outs')
      if (outs.length !== chunk.length)
        throw transferError('daemon returned wrong response for get_outs.bin')
      for (const [i, { key, mask, unlocked }] of outs.entries())
        candidates.push([chunk[i]!.index, { key, commitment: mask, unlocked }])
    }
    return candidates
  }
}

/** Key under which a ring is remembered: the key image where it is known. */
const ringName = ({ key, keyImage }: OutputRecord) => keyImage ?? key

function toReal(crypto: Crypto, { globalIndex, key, amount, mask }: OutputRecord): RealOutput {
  return {
    globalIndex: Number(globalIndex),
    key: hexToBytes(key),
    commitment: crypto.commit(amount, mask),
  }
}
