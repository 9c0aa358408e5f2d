/**
 * RandomX in light mode: the virtual machine of one thread over the cache of one seed.
 *
 * @module
 * @see RandomX specs.md, chapter 2
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { compileDataset, fillCache } from './cache.ts'
import { compileFor } from './compile.ts'
import { fingerprintStart, kernel, type AesTables, type Kernel } from './kernel.ts'
import { lane, scratchpadSize, type Lane } from './layout.ts'
import { compileProgram } from './program.ts'

/** Programs per hash. */
const programs = 8
const programSize = 128 + 8 * 256
const registersSize = 256

export class Machine {
  readonly kernel: Kernel
  readonly lane: Lane
  readonly #bytes: Uint8Array
  #imports: WebAssembly.Imports | undefined

  /**
   * @param module - `pow.wasm`, compiled for the memory.
   * @param memory - From `allocate` or `allocateUnshared`; threads that share it use different lanes.
   */
  constructor(
    module: WebAssembly.Module,
    memory: WebAssembly.Memory,
    laneIndex: number,
    aes: AesTables,
  ) {
    this.lane = lane(laneIndex)
    this.kernel = kernel(module, memory, this.lane, aes)
    this.#bytes = new Uint8Array(memory.buffer)
  }

  /**
   * Writes the cache of a seed to memory and uses it; takes a second or two.
   *
   * @returns The dataset code, for the machines of other threads.
   */
  useSeed(key: Uint8Array): WebAssembly.Module {
    fillCache(this.kernel, this.lane, key)
    const dataset = compileDataset(this.kernel.memory, key)
    this.useDataset(dataset)
    return dataset
  }

  /** Sets the dataset code of the seed whose cache is in memory. */
  useDataset(dataset: WebAssembly.Module) {
    const { memory, exports } = this.kernel
    const { run: items } = new WebAssembly.Instance(dataset, { env: { memory } }).exports
    this.#imports = { env: { ...exports, memory, items: items! } }
  }

  /** The 32-byte hash of any bytes. */
  hash(input: Uint8Array): Uint8Array {
    const { lane, kernel } = this
    const { state, keys1, keys4, ends, tables, scratchpad, program, registers } = lane
    const bytes = this.#bytes
    bytes.set(blake2b(input, { dkLen: 64 }), state)
    kernel.generate1(state, keys1, tables, scratchpad, scratchpadSize)
    let mode = 0
    for (let count = 1; ; count++) {
      kernel.generate4(state, keys4, tables, program, programSize)
      mode = this.#run(mode)
      if (count === programs) break
      bytes.set(blake2b(this.#registers(), { dkLen: 64 }), state)
    }
    bytes.set(fingerprintStart, state)
    kernel.fingerprint(state, ends, tables, scratchpad, scratchpadSize)
    bytes.copyWithin(registers + 192, state, state + 64)
    return blake2b(this.#registers(), { dkLen: 32 })
  }

  #run(mode: number): number {
    if (this.#imports === undefined)
      throw new Error('hash: expected a dataset, call useDataset first')
    const { module, mx, ma } = compileProgram(this.#bytes.buffer, this.lane, mode)
    const instance = new WebAssembly.Instance(compileFor(this.kernel.memory, module), this.#imports)
    const run = instance.exports['run'] as (mx: number, ma: number, mode: number) => number
    return run(mx, ma, mode)
  }

  #registers(): Uint8Array {
    return this.#bytes.slice(this.lane.registers, this.lane.registers + registersSize)
  }
}
