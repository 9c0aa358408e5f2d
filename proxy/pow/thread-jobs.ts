/**
 * The calls that a thread serves: hashes and nonce searches. `thread.ts` runs them in a thread.
 *
 * @module
 */
import { aesTables } from '#protocol/cryptonight/aes-tables.ts'
import { cryptonight } from '#protocol/cryptonight/variants.ts'
import { checkHash } from '#protocol/rules/difficulty.ts'
import { allocate } from '../../wasm/randomx/layout.ts'
import { Machine } from '../../wasm/randomx/machine.ts'
import type { WorkContext } from './types.ts'
import { workFunction } from './work-function.ts'

/** The cache and the code of a seed, which threads share. */
export type Seed = { memory: WebAssembly.Memory; dataset: WebAssembly.Module }

/** The part of a seed's memory that one thread uses. */
export type SeedLane = { seed: Seed; lane: number }

/**
 * Nonces `first`, `first + step` and so on, up to `lowest`: the lowest solution of any thread, as one u32
 * that all threads share.
 */
export type Range = { nonceAt: number; first: number; step: number; lowest: Uint32Array }

/** Indices of the shared control words: the current search, and the number of hashes. */
export const control = { generation: 0, hashes: 1, size: 2 } as const

/** The calls that a thread serves, one at a time. */
export class ThreadJobs {
  readonly #kernel: WebAssembly.Module
  /** By key in hex. */
  readonly #machines = new Map<string, Machine>()

  /** @param kernel - `pow.wasm`. */
  constructor(kernel: WebAssembly.Module) {
    this.#kernel = kernel
  }

  /**
   * Makes a seed. It takes a second or two.
   *
   * @param lanes - Number of threads that may work on it; the thread that makes it has lane 0.
   */
  prepare(name: string, key: Uint8Array, lanes: number): Seed {
    const memory = allocate(lanes)
    const machine = new Machine(this.#kernel, memory, 0, aesTables)
    const dataset = machine.useSeed(key)
    this.#machines.set(name, machine)
    return { memory, dataset }
  }

  /** Uses a seed that another thread has made. */
  join(name: string, { seed, lane }: SeedLane) {
    const machine = new Machine(this.#kernel, seed.memory, lane, aesTables)
    machine.useDataset(seed.dataset)
    this.#machines.set(name, machine)
  }

  /** Releases a seed. */
  forget(name: string) {
    this.#machines.delete(name)
  }

  hash(name: string, blob: Uint8Array, context: WorkContext): Uint8Array {
    return this.#function(name, context)(blob)
  }

  /**
   * Tries nonces until one solves the job, or until `shared` names another search.
   *
   * @returns The nonce; undefined if there is no lower one than other threads have found.
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
    if (machine === undefined) throw new Error(`seed ${name} is missing in this thread`)
    return (blob) => machine.hash(blob)
  }
}

/** Lowers a shared value atomically to at most `value`. */
function lower(shared: Uint32Array, value: number) {
  for (let seen = Atomics.load(shared, 0); value < seen;) {
    const there = Atomics.compareExchange(shared, 0, seen, value)
    if (there === seen) return
    seen = there
  }
}
