/**
 * Gets rings from the daemon for the outputs of one payment, each output's once.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import type { Daemon } from '../ports.ts'
import type { OutputRecord } from '../store/records.ts'
import { ask, transferError } from './ask.ts'
import { outputCounts } from './distribution.ts'
import { DecoyPicker } from './gamma.ts'
import { choosePicks, isPlausible, makeRing, type Ring, type ToldOutput } from './rings.ts'

/** Outputs asked about in one request, so that answers stay below limits. monero chunk_size */
const chunkSize = 1000

/** How often rings that look implausible are drawn again. @see monero wallet2::get_outs */
const attempts = 3

/** Rings for a set of outputs that one transaction spends, in their order. */
export type Rings = (outputs: readonly OutputRecord[]) => Promise<Ring[]>

export type RingPorts = { daemon: Daemon; crypto: Crypto; random: RandomBytes }

/**
 * Rings of one payment. An output that is looked at again keeps its ring, also from the payments
 * before, so that what the daemon sees of it never narrows down.
 */
export class RingSource {
  readonly #ports: RingPorts
  readonly #ringSize: number
  readonly #known: Map<string, readonly number[]>
  readonly #rings = new Map<string, Ring>()
  #counts: Promise<Float64Array> | undefined

  /** @param known - Global indices of earlier rings, by {@link ringName}; new rings are added. */
  constructor(ports: RingPorts, ringSize: number, known: Map<string, readonly number[]>) {
    this.#ports = ports
    this.#ringSize = ringSize
    this.#known = known
  }

  /** @throws {RpcError} When the daemon fails, contradicts our own output, or has too few. */
  async rings(outputs: readonly OutputRecord[]): Promise<Ring[]> {
    const counts = await (this.#counts ??= outputCounts(this.#ports.daemon))
    for (let attempt = 0; attempt < attempts; attempt++) {
      await this.#fetch(
        outputs.filter(({ key }) => !this.#rings.has(key)),
        counts,
      )
      const rings = outputs.map(({ key }) => this.#rings.get(key)!)
      if (isPlausible(rings, counts.at(-1)!)) return rings
      for (const output of outputs) this.#forget(output)
    }
    throw transferError('Transaction sanity check failed')
  }

  #forget(output: OutputRecord) {
    this.#rings.delete(output.key)
    this.#known.delete(ringName(output))
  }

  async #fetch(outputs: readonly OutputRecord[], counts: Float64Array) {
    if (outputs.length === 0) return
    const { crypto, random } = this.#ports
    const picker = new DecoyPicker(counts, random)
    const asked = outputs.map((output) => {
      const real = toReal(crypto, output)
      if (real.globalIndex >= counts.at(-1)!)
        throw transferError('Daemon reports suspicious number of rct outputs')
      const known = this.#known.get(ringName(output)) ?? []
      return { real, output, picks: choosePicks(picker, real.globalIndex, known, this.#ringSize) }
    })

    // Each ring's part is sorted, so that order says nothing about which one is ours.
    const questions = asked.map(({ picks }) => [...picks].sort((a, b) => a - b))
    const answers = await this.#tell(questions.flat())
    let start = 0
    for (const { real, output, picks } of asked) {
      const told = new Map<number, ToldOutput>()
      for (let i = start; i < start + picks.length; i++) told.set(...answers[i]!)
      start += picks.length
      const ring = makeRing(crypto, real, picks, told, this.#ringSize)
      this.#rings.set(output.key, ring)
      const indices = ring.members.map(({ globalIndex }) => globalIndex)
      this.#known.set(ringName(output), indices)
    }
  }

  async #tell(indices: readonly number[]) {
    const told: [number, ToldOutput][] = []
    for (let start = 0; start < indices.length; start += chunkSize) {
      const chunk = indices.slice(start, start + chunkSize)
      const outputs = chunk.map((index) => ({ amount: 0n, index: BigInt(index) }))
      const question = this.#ports.daemon.bin.get_outs({ outputs, get_txid: false })
      const { outs } = await ask(question, 'failed to get random outs')
      if (outs.length !== chunk.length)
        throw transferError('daemon returned wrong response for get_outs.bin')
      for (const [i, { key, mask, unlocked }] of outs.entries())
        told.push([chunk[i]!, { key, commitment: mask, unlocked }])
    }
    return told
  }
}

/** What rings are remembered by: what the chain shows of them, where that is known. */
const ringName = ({ key, keyImage }: OutputRecord) => keyImage ?? key

function toReal(crypto: Crypto, { globalIndex, key, amount, mask }: OutputRecord) {
  return {
    globalIndex: Number(globalIndex),
    key: hexToBytes(key),
    commitment: crypto.commit(amount, mask),
  }
}
