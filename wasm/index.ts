/**
 * The crypto port, implemented by the WebAssembly module.
 *
 * The host provides the module: a browser fetches its bytes, Node reads a file, an edge host passes a compiled
 * module.
 *
 * @module
 */
import { slowWork } from './bindings/cryptonight.ts'
import { group } from './bindings/group.ts'
import { keys } from './bindings/keys.ts'
import { exactMachine, startMachine, type Machine } from './bindings/memory.ts'
import { ranges } from './bindings/ranges.ts'
import { scanner } from './bindings/scan.ts'
import { sealing } from './bindings/sealed.ts'
import { signatures } from './bindings/signatures.ts'
import { subsetSums } from './bindings/subsets.ts'
import { answersRight, multipliesRight } from './kernels/known-answer.ts'
import { oneByOne } from './one-by-one.ts'
import type { Crypto, RandomBytes } from './types.ts'

/**
 * Compiles the module if necessary, and starts an instance.
 *
 * An instance is for one thread. It keeps no secret between calls.
 *
 * @param source - The bytes of `nightjar.wasm`, or the compiled module.
 * @param random - Cryptographic randomness, in fresh arrays: they are wiped after use.
 * @throws WebAssembly.CompileError for bytes that are no module, or if the page forbids WebAssembly.
 */
export async function loadCrypto(
  source: Uint8Array<ArrayBuffer> | WebAssembly.Module,
  random: RandomBytes,
): Promise<Crypto> {
  const compiled = source instanceof Uint8Array ? await WebAssembly.compile(source) : source
  return startCrypto(compiled, random)
}

/**
 * The same of `nightjar-fma.wasm`, which multiplies several field elements together.
 *
 * @returns Undefined where its results would be wrong: where multiply-adds are not fused, or known answers are
 * not met.
 */
export async function loadFused(
  source: Uint8Array<ArrayBuffer>,
  random: RandomBytes,
): Promise<Crypto | undefined> {
  const machine = exactMachine(await WebAssembly.compile(source), random)
  const crypto = machine && cryptoOver(machine)
  return crypto && answersRight(crypto.scan) && multipliesRight(crypto) ? crypto : undefined
}

/** Starts an instance of the compiled module synchronously, for hosts that have it compiled. */
export function startCrypto(module: WebAssembly.Module, random: RandomBytes): Crypto {
  return cryptoOver(startMachine(module, random))
}

function cryptoOver(machine: Machine): Crypto {
  const single = { ...group(machine), ...keys(machine) }
  return {
    kind: 'wasm',
    scanKernel: 'scalar',
    ...single,
    ...oneByOne(single),
    ...signatures(machine),
    ...subsetSums(machine),
    ...ranges(machine),
    ...scanner(machine),
    ...sealing(machine),
    ...slowWork(machine),
  }
}
