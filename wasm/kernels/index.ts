/**
 * Faster scanning with modules that process four points at a time, if the machine supports them.
 *
 * Only scanning threads load them. A kernel is selected by trial: the engine must support its instructions, its
 * multiply-add must be fused, and it must give the known answer. Otherwise the next kernel is tried. The crypto
 * module itself scans if no kernel works or if it is faster.
 *
 * @module
 */

import type { ScanExports } from '../bindings/exports.ts'
import { callOf, isExact } from '../bindings/memory.ts'
import { togetherOver } from '../bindings/many-keys.ts'
import { bytesOf, scanOver } from '../bindings/scan.ts'
import { subaddressesOver, type SubaddressKeys } from '../bindings/subaddresses.ts'
import type { ManyKeys } from '../one-by-one.ts'
import type { Crypto } from '../types.ts'
import { FastestDepth } from './depths.ts'
import { answersRight } from './known-answer.ts'
import { engineKnows, type Kernel } from './probe.ts'
import { isFaster } from './race.ts'

/** Returns the bytes of `scan-fma.wasm` or `scan-simd.wasm`, or the compiled module. */
export type ReadKernel = (kernel: Kernel) => Promise<Uint8Array<ArrayBuffer> | WebAssembly.Module>

/** The functions that a kernel replaces. */
export type KernelCrypto = Pick<Crypto, 'scan'> & SubaddressKeys & ManyKeys

const kernels = ['fma', 'simd'] as const

const now = () => performance.now()

/**
 * The same cryptography, with the fastest implementation of scanning and subaddress keys.
 *
 * @throws The errors of `read`.
 */
export async function withScanKernel(crypto: Crypto, read: ReadKernel): Promise<Crypto> {
  // Without WebAssembly there are no kernels.
  if (crypto.kind === 'fallback') return crypto
  for (const kernel of kernels) {
    if (!engineKnows(kernel)) continue
    const source = await read(kernel)
    const module = source instanceof Uint8Array ? await WebAssembly.compile(source) : source
    const started = startKernel(module)
    // Fused multiply-adds are faster everywhere. Without them it depends, and subaddress keys are no faster.
    if (started && kernel === 'fma') return { ...crypto, ...started, scanKernel: kernel }
    if (started && isFaster(started.scan, crypto.scan, now)) {
      const { scan, keyDerivations, areInMainSubgroup } = started
      return { ...crypto, scan, keyDerivations, areInMainSubgroup, scanKernel: kernel }
    }
  }
  return crypto
}

/** Starts an instance; `undefined` if it gives wrong results. */
export function startKernel(module: WebAssembly.Module): KernelCrypto | undefined {
  const exports = new WebAssembly.Instance(module).exports as ScanExports
  if (!isExact(exports)) return undefined
  exports.initialize()
  const kernel = kernelCrypto(exports)
  return answersRight(kernel.scan) ? kernel : undefined
}

/** The functions of an initialised instance. */
export function kernelCrypto(exports: ScanExports): KernelCrypto {
  const fastest = new FastestDepth(now)
  const call = callOf(exports)
  const scan = scanOver(call, (columns, { putAny }) => {
    const job = putAny(bytesOf(Uint32Array.from(columns)))
    const keys = columns[5]
    return fastest.run(keys, (depth) => exports.scan(job, depth))
  })
  const fastestDerivations = new FastestDepth(now)
  const many = togetherOver(call, (columns, { putAny }) => {
    const job = putAny(bytesOf(Uint32Array.from(columns)))
    fastestDerivations.run(columns[4], (depth) => exports.derivations(job, depth))
  })
  return { scan, ...many, ...subaddressesOver(call, exports) }
}
