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
import { startMachine } from './bindings/memory.ts'
import { ranges } from './bindings/ranges.ts'
import { scanner } from './bindings/scan.ts'
import { sealing } from './bindings/sealed.ts'
import { signatures } from './bindings/signatures.ts'
import { subsetSums } from './bindings/subsets.ts'
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

/** Starts an instance of the compiled module synchronously, for threads that receive the module by message. */
export function startCrypto(module: WebAssembly.Module, random: RandomBytes): Crypto {
  const machine = startMachine(module, random)
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
