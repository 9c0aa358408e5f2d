/**
 * Faster scanning: modules that work on four points at a time, where the machine can run them.
 *
 * Only who scans needs them, so they are read apart from the crypto module. Which one runs is found out by
 * trial: the engine must know the instructions, the multiply-add must be fused, and two keys of which the
 * answer is known must be answered right. Else the next one scans, in the end the crypto module; also where
 * that is faster.
 *
 * @module
 */

import type { ScanExports } from '../bindings/exports.ts'
import { callOf } from '../bindings/memory.ts'
import { togetherOver } from '../bindings/many-keys.ts'
import { bytesOf, scanOver } from '../bindings/scan.ts'
import { subaddressesOver, type SubaddressKeys } from '../bindings/subaddresses.ts'
import type { ManyKeys } from '../one-by-one.ts'
import type { Crypto } from '../types.ts'
import { FastestDepth } from './depths.ts'
import { answersRight } from './known-answer.ts'
import { engineKnows, type Kernel } from './probe.ts'
import { isFaster } from './race.ts'

/** Reads the bytes of `scan-fma.wasm` or `scan-simd.wasm`, or has what they compiled to. */
export type ReadKernel = (kernel: Kernel) => Promise<Uint8Array<ArrayBuffer> | WebAssembly.Module>

/** What a kernel does in the place of the crypto module. */
export type KernelCrypto = Pick<Crypto, 'scan'> & SubaddressKeys & ManyKeys

const kernels = ['fma', 'simd'] as const

const now = () => performance.now()

/**
 * The same cryptography, scanning and deriving subaddresses with what is fastest here.
 *
 * @throws What `read` throws.
 */
export async function withScanKernel(crypto: Crypto, read: ReadKernel): Promise<Crypto> {
  // Where WebAssembly is forbidden there is nothing to be faster with.
  if (crypto.kind === 'fallback') return crypto
  for (const kernel of kernels) {
    if (!engineKnows(kernel)) continue
    const source = await read(kernel)
    const module = source instanceof Uint8Array ? await WebAssembly.compile(source) : source
    const started = startKernel(module)
    // Fused multiply-adds are faster everywhere; without them it depends, and subaddresses take as long.
    if (started && kernel === 'fma') return { ...crypto, ...started, scanKernel: kernel }
    if (started && isFaster(started.scan, crypto.scan, now)) {
      const { scan, keyDerivations, areInMainSubgroup } = started
      return { ...crypto, scan, keyDerivations, areInMainSubgroup, scanKernel: kernel }
    }
  }
  return crypto
}

/** Starts an instance; `undefined` where it does not calculate as it must. */
export function startKernel(module: WebAssembly.Module): KernelCrypto | undefined {
  const exports = new WebAssembly.Instance(module).exports as ScanExports
  if (!exports.isExact(1 + 2 ** -30, 1 + 2 ** -29)) return undefined
  exports.initialize()
  const kernel = kernelCrypto(exports)
  return answersRight(kernel.scan) ? kernel : undefined
}

/** What an initialized instance does. */
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
