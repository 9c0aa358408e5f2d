/**
 * The calls that a thread serves: hashes and nonce searches. `thread.ts` runs them in a thread.
 *
 * The memory of a seed is shared by the threads of its group only. It is sent from thread to thread, because
 * the thread that starts them lives on: a handle there would keep the memory until a full garbage collection.
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
type Seed = { memory: WebAssembly.Memory; dataset: WebAssembly.Module }

/**
 * Nonces `first`, `first + step` and so on, up to `lowest`: the lowest solution of any thread, as one u32
 * that all threads share.
 */
export type Range = { nonceAt: number; first: number; step: number; lowest: Uint32Array }

/** Indices of the shared control words: the current search, and the number of hashes. */
export const control = { generation: 0, hashes: 1, size: 2 } as const

/**
 * Hashes of RandomX between two collections of garbage. Each hash leaves eight compiled programs, which V8 underrates:
 * left alone, it holds those of hundreds of hashes. A collection takes a tenth of a hash.
 */
const hashesPerCollection = 16

/** The calls that a thread serves. A thread works on one seed, or without a seed. */
export class ThreadJobs {
  readonly #kernel: WebAssembly.Module
  /** The seed that this thread has made. */
  #seed: Seed | undefined
  #machine: Machine | undefined
  readonly #collect: () => void
  #hashes = 0

  /**
   * @param kernel - `pow.wasm`.
   * @param collect - Frees the garbage of the thread.
   */
  constructor(kernel: WebAssembly.Module, collect: () => void) {
    this.#kernel = kernel
    this.#collect = collect
  }

  /**
   * Makes the seed of a key. It takes a second or two.
   *
   * @param lanes - Number of threads that may work on it; the thread that makes it has lane 0.
   */
  prepare(key: Uint8Array, lanes: number): void {
    const memory = memoryFor(lanes)
    const machine = new Machine(this.#kernel, memory, 0, aesTables)
    this.#seed = { memory, dataset: machine.useSeed(key) }
    this.#machine = machine
  }

  /** Sends the seed to the thread that holds the other end of `port`. */
  share(port: MessagePort): void {
    if (this.#seed === undefined) {
      port.close()
      throw new Error('share: expected a seed, call prepare first')
    }
    port.postMessage(this.#seed)
  }

  /** Uses the seed that another thread sends through `port`. @param lane - Its own part of the memory. */
  async join(port: MessagePort, lane: number): Promise<void> {
    const { memory, dataset } = await seedFrom(port)
    const machine = new Machine(this.#kernel, memory, lane, aesTables)
    machine.useDataset(dataset)
    this.#machine = machine
  }

  hash(blob: Uint8Array, context: WorkContext): Uint8Array {
    return this.#function(context)(blob)
  }

  /**
   * Tries nonces until one solves the job, or until `shared` names another search.
   *
   * @returns The nonce; undefined if there is no lower one than other threads have found.
   */
  search(
    job: { blob: Uint8Array; context: WorkContext; difficulty: bigint },
    { nonceAt, first, step, lowest }: Range,
    shared: Int32Array,
    generation: number,
  ): number | undefined {
    const hash = this.#function(job.context)
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

  #function(context: WorkContext): (blob: Uint8Array) => Uint8Array {
    const work = workFunction(context)
    if (work.kind === 'fixed') return () => work.hash
    if (work.kind === 'cryptonight')
      return (blob) => cryptonight(blob, work.variant, context.height)
    const machine = this.#machine
    if (machine === undefined)
      throw new Error('RandomX: expected a seed, call prepare or join first')
    return (blob) => {
      if (this.#hashes++ % hashesPerCollection === 0) this.#collect()
      return machine.hash(blob)
    }
  }
}

function memoryFor(lanes: number): WebAssembly.Memory {
  try {
    return allocate(lanes)
  } catch (error) {
    // Errors that leave a thread keep their message, but not their class.
    if (error instanceof RangeError)
      throw new Error('RandomX needs 260 MB of memory; allocation failed')
    throw error
  }
}

async function seedFrom(port: MessagePort): Promise<Seed> {
  try {
    return await new Promise<Seed>((resolve, reject) => {
      port.addEventListener('message', ({ data }: MessageEvent<Seed>) => resolve(data))
      const fails = (reason: string) => () => reject(new Error(reason))
      port.addEventListener('messageerror', fails('the seed did not arrive in this thread'))
      port.addEventListener('close', fails('the thread that makes the seed has ended'))
      port.start()
    })
  } finally {
    port.close()
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
