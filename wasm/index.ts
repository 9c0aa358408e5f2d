/**
 * The crypto port answered by the WebAssembly module.
 *
 * Where the module's bytes come from is the host's concern: a browser fetches them, Node reads a file, an
 * edge host hands in a compiled module.
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
 * Compiles the module, unless it is compiled already, and starts an instance.
 *
 * An instance is for one thread; it keeps no secret between calls.
 *
 * @param source - The bytes of `nightjar.wasm`, or what they compiled to.
 * @param random - Cryptographic randomness, in fresh arrays: they are wiped after use.
 * @throws WebAssembly.CompileError for bytes that are no module, or where the page forbids WebAssembly.
 */
export async function loadCrypto(
  source: Uint8Array<ArrayBuffer> | WebAssembly.Module,
  random: RandomBytes,
): Promise<Crypto> {
  const compiled = source instanceof Uint8Array ? await WebAssembly.compile(source) : source
  return startCrypto(compiled, random)
}

/** Starts an instance of the compiled module at once. For threads that get the module by message. */
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
