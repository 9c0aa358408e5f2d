/**
 * The cryptography of this platform: the WebAssembly module, or the fallback where it is forbidden.
 *
 * @module
 */
import { withScanKernel } from '#wasm/kernels/index.ts'
import { engineKnows } from '#wasm/kernels/probe.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { mayCompile } from './may-compile.ts'

/** The modules that `npm run wasm` builds, without `.wasm`. */
export type ModuleName = 'nightjar' | 'nightjar-fma' | 'scan-fma' | 'scan-simd'

export type ReadModule = (name: ModuleName) => Promise<Uint8Array<ArrayBuffer>>

/**
 * The module with fused multiply-adds where the machine has them, else the other one.
 *
 * @param readModule - Reads the bytes of a module; called only where WebAssembly exists.
 * @throws The errors of `readModule`, and `WebAssembly.CompileError` for bytes that are not a module.
 */
export async function platformCrypto(readModule: ReadModule, random: RandomBytes): Promise<Crypto> {
  // Imported here, so that a page with WebAssembly never downloads the fallback, and one without never the other.
  if (!(await mayCompile())) {
    const { createFallback } = await import('#wasm/fallback/index.ts')
    return createFallback(random)
  }
  const code = import('#wasm/index.ts')
  if (engineKnows('fma')) {
    const [{ loadFused }, bytes] = await Promise.all([code, readModule('nightjar-fma')])
    const crypto = await loadFused(bytes, random)
    if (crypto) return crypto
  }
  const [{ loadCrypto }, bytes] = await Promise.all([code, readModule('nightjar')])
  return loadCrypto(bytes, random)
}

/** The same with the fastest scan kernel of this machine, for scan threads. */
export async function scanningCrypto(readModule: ReadModule, random: RandomBytes): Promise<Crypto> {
  const crypto = await platformCrypto(readModule, random)
  return withScanKernel(crypto, (kernel) => readModule(`scan-${kernel}`))
}
