/**
 * The candidates to ask for: the recorded list of an output, or a new one.
 *
 * @module
 */
import type { RandomBytes } from '#wasm/types.ts'
import { minedUnlockWindow, spendableAge } from '#protocol/rules/limits.ts'
import { transferError } from '../../base/daemon-errors.ts'
import type { Clock, Daemon } from '../../base/ports.ts'
import type { OutputRecord, RingRecord } from '../../store/records.ts'
import type { Store } from '../../store/store.ts'
import { amountShown } from '../../tx/weigh.ts'
import { amountCounts, type AmountCount } from './amount-counts.ts'
import { AmountPicker, requestedOfAmount } from './amount-decoys.ts'
import { noRealOutput } from './candidate-check.ts'
import { DecoyPicker } from './gamma.ts'
import { candidatesAhead } from './ring-errors.ts'
import { expectedMembers, inPreference, recordOf, ringInJournal } from './ring-records.ts'
import { choosePicks, isPlausible, requestedOutputs, type DecoySource } from './rings.ts'

type Ports = {
  daemon: Daemon
  outputCounts: () => Promise<Float64Array>
  random: RandomBytes
  clock: Pick<Clock, 'now'>
  store: Pick<Store, 'rings' | 'sent'>
  height: bigint
}

export class CandidateLists {
  readonly #ports: Ports
  readonly #ringSize: number
  #ringct: Promise<Float64Array> | undefined
  readonly #amounts = new Map<bigint, AmountCount>()
  /** RingCT outputs with lower indices are older than any lock of a miner's output. */
  oldOutputs = 0

  constructor(ports: Ports, ringSize: number) {
    this.#ports = ports
    this.#ringSize = ringSize
  }

  /** Number of RingCT outputs in the chain. @throws {RpcError} Near the start of RingCT, and as the counts are loaded. */
  async ringctOutputs(): Promise<number> {
    return (await this.ringctCounts()).at(-1)!
  }

  /**
   * Records to ask with, one per output; new ones are not stored yet.
   *
   * @param extendOld - Whether stored lists whose ring no node would accept get more candidates.
   * @throws {RpcError} When the daemon does not know the real output, or lacks recorded candidates.
   */
  async of(outputs: readonly OutputRecord[], { extendOld = false } = {}): Promise<RingRecord[]> {
    const { random } = this.#ports
    const counts = outputs.some(({ ringct }) => ringct) ? await this.ringctCounts() : undefined
    const hidden = counts && new DecoyPicker(counts, random)
    await this.#count(outputs.map(amountShown).filter((amount) => amount > 0n))
    return outputs.map((output) => {
      const count = this.#amounts.get(amountShown(output))
      const real = Number(output.globalIndex)
      if (real >= (count ? count.spendable : counts!.at(-1)!))
        throw transferError(
          `Daemon reports suspicious number of ${count ? 'outputs of an amount' : 'rct outputs'}`,
        )
      const picker = count ? new AmountPicker(count, real, this.#ringSize, random) : hidden!
      const record = this.#recordOf(output, picker)
      const isStored = this.#ports.store.rings.has(output.key)
      const isOld = extendOld && isStored && !count && this.#isTooOld(record, counts!.at(-1)!)
      return isOld ? this.#extended(record, picker) : record
    })
  }

  #recordOf(output: OutputRecord, picker: DecoySource): RingRecord {
    const { store, height } = this.#ports
    const known = recordOf(store.rings, output)
    if (known?.candidates.some((index) => index >= picker.spendable)) throw candidatesAhead()
    // A list of the whole young chain may be too short for a ring. More candidates narrow nothing.
    if (known && new Set(known.candidates).size >= this.#ringSize) return known

    const real = Number(output.globalIndex)
    const wanted = (output.ringct ? requestedOutputs : requestedOfAmount)(this.#ringSize)
    const first = known?.candidates ?? ringInJournal(store.sent, output)
    const candidates = choosePicks(picker, real, first, wanted)
    if (!candidates.includes(real)) throw transferError(noRealOutput)
    return { ...known, real, candidates, height }
  }

  /** @param total - RingCT outputs of the chain. */
  #isTooOld(record: RingRecord, total: number): boolean {
    return !isPlausible([{ members: expectedMembers(record, this.#ringSize) }], total)
  }

  /**
   * A list with as many new candidates as a new list has. New ones fill the ring, but for seven members: more than half
   * of a ring must be recent.
   *
   * These seven are the same in each extension, and the old list stays part of the request: a daemon that has seen it
   * learns nothing from the new request. From the new ring it learns that the real member is one of the seven.
   *
   * @see monero src/cryptonote_core/tx_sanity_check.cpp
   */
  #extended(record: RingRecord, picker: DecoySource): RingRecord {
    const { real, refused, ring = [] } = record
    const inRing = record.candidates.filter((index) => ring.includes(index))
    const old = [...new Set([real, ...inRing, ...inPreference(record)])]
    const wanted = old.length + requestedOutputs(this.#ringSize)
    const added = choosePicks(picker, real, old, wanted).filter((index) => !old.includes(index))
    const kept = old.slice(0, Math.floor(this.#ringSize / 2) - 1)
    const candidates = [...new Set([...kept, ...added, ...old])]
    return { real, candidates, height: this.#ports.height, ...(refused && { refused }) }
  }

  /** RingCT outputs up to and with each block. @throws {RpcError} As {@link ringctOutputs}. */
  async ringctCounts(): Promise<Float64Array> {
    const counts = await (this.#ringct ??= this.#ports.outputCounts().then(requireEnough))
    this.oldOutputs = counts[counts.length - Number(minedUnlockWindow) - 1] ?? 0
    return counts
  }

  /** Fetches the counts that are still missing for this payment. */
  async #count(amounts: readonly bigint[]) {
    const { daemon, clock } = this.#ports
    const unknown = [...new Set(amounts)].filter((amount) => !this.#amounts.has(amount))
    if (unknown.length === 0) return
    for (const each of await amountCounts(daemon, unknown, clock.now())) this.#amounts.set(...each)
  }
}

/** @throws {RpcError} Near the start of RingCT, where there are too few outputs to choose from. */
function requireEnough(counts: Float64Array): Float64Array {
  if (counts.length <= Number(spendableAge) || counts.at(-1) === 0)
    throw transferError('failed to get output distribution')
  return counts
}
