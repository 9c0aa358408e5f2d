/**
 * A thread's work: hashes, and searches for nonces. It knows no thread; `thread.ts` is one.
 *
 * @module
 */
import { aesTables } from '#protocol/cryptonight/aes-tables.ts'
import { cryptonight } from '#protocol/cryptonight/variants.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { compileDataset, fillCache } from '../../wasm/randomx/cache.ts'
import { allocate } from '../../wasm/randomx/layout.ts'
import { Machine } from '../../wasm/randomx/machine.ts'
import type { WorkContext } from './types.ts'
import { workFunction } from './work-function.ts'

/** A seed's cache and code, which threads share. */
export type Seed = { memory: WebAssembly.Memory; dataset: WebAssembly.Module }

/** Where a thread works: in the memory of a seed, apart from the other threads. */
export type SeedLane = { seed: Seed; lane: number }

/**
 * Nonces `first`, `first + step` and so on, up to the lowest that any thread has found to solve: one u32
 * that all of them share.
 */
export type Range = { nonceAt: number; first: number; step: number; lowest: Uint32Array }

/** What threads and their starter share: which search goes on, and how many hashes were made. */
export const control = { generation: 0, hashes: 1, size: 2 } as const

/** All that a thread does, one call after the other. */
export class ThreadJobs {
  readonly #kernel: WebAssembly.Module
  /** By key in hex. */
  readonly #machines = new Map<string, Machine>()

  /** @param kernel - `pow.wasm`. */
  constructor(kernel: WebAssembly.Module) {
    this.#kernel = kernel
  }

  /**
   * Makes a seed, in a second or two.
   *
   * @param lanes - Threads that may ever work on it; the one that makes it has lane 0.
   */
  prepare(name: string, key: Uint8Array, lanes: number): Seed {
    const memory = allocate(lanes)
    const machine = new Machine(this.#kernel, memory, 0, aesTables)
    fillCache(machine.kernel, machine.lane, key)
    const dataset = compileDataset(key)
    machine.useDataset(dataset)
    this.#machines.set(name, machine)
    return { memory, dataset }
  }

  /** Takes part in a seed that another thread has made. */
  join(name: string, { seed, lane }: SeedLane) {
    const machine = new Machine(this.#kernel, seed.memory, lane, aesTables)
    machine.useDataset(seed.dataset)
    this.#machines.set(name, machine)
  }

  /** Lets go of a seed. */
  forget(name: string) {
    this.#machines.delete(name)
  }

  hash(name: string, blob: Uint8Array, context: WorkContext): Uint8Array {
    return this.#function(name, context)(blob)
  }

  /**
   * Tries nonces until one solves, or `shared` says that another search goes on.
   *
   * @returns The nonce; undefined for none below what others have found.
   */
  search(
    name: string,
    job: { blob: Uint8Array; context: WorkContext; difficulty: bigint },
    { nonceAt, first, step, lowest }: Range,
    shared: Int32Array,
    generation: number,
  ): number | undefined {
    const hash = this.#function(name, job.context)
    const blob = job.blob.slice()
    const view = new DataView(blob.buffer)
    for (let nonce = first; nonce <= Atomics.load(lowest, 0); nonce += step) {
      if (Atomics.load(shared, control.generation) !== generation) return undefined
      view.setUint32(nonceAt, nonce, true)
      const solved = checkHash(hash(blob), job.difficulty)
      Atomics.add(shared, control.hashes, 1)
      if (!solved) continue
      lower(lowest, nonce)
      return nonce
    }
    return undefined
  }

  #function(name: string, context: WorkContext): (blob: Uint8Array) => Uint8Array {
    const work = workFunction(context)
    if (work.kind === 'fixed') return () => work.hash
    if (work.kind === 'cryptonight')
      return (blob) => cryptonight(blob, work.variant, context.height)
    const machine = this.#machines.get(name)
    if (machine === undefined) throw new Error(`seed ${name} is not there`)
    return (blob) => machine.hash(blob)
  }
}

/** Makes it the least of what it is and another, whatever threads do meanwhile. */
function lower(shared: Uint32Array, value: number) {
  for (let seen = Atomics.load(shared, 0); value < seen;) {
    const there = Atomics.compareExchange(shared, 0, seen, value)
    if (there === seen) return
    seen = there
  }
}
