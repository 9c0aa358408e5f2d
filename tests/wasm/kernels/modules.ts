/**
 * The compiled scanning modules, as `npm run wasm` leaves them.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { startKernel } from '#wasm/kernels/index.ts'
import type { Kernel } from '#wasm/kernels/probe.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { allowRelaxedSimd } from '../../../worker/adapters/relaxed-simd.ts'
import { makeWasm } from '../module.ts'

allowRelaxedSimd()

export const kernelBytes = (kernel: Kernel) =>
  new Uint8Array(readFileSync(new URL(`../../../wasm/build/scan-${kernel}.wasm`, import.meta.url)))

export const kernels: Kernel[] = ['fma', 'simd']

export const kernelModules: Record<Kernel, WebAssembly.Module> = {
  fma: new WebAssembly.Module(kernelBytes('fma')),
  simd: new WebAssembly.Module(kernelBytes('simd')),
}

/** A fresh instance's scan. */
export function makeScan(kernel: Kernel): Crypto['scan'] {
  const scan = startKernel(kernelModules[kernel])
  if (!scan) throw new Error(`this machine cannot run the ${kernel} kernel`)
  return scan
}

/** The crypto module with the scan of a kernel. */
export const makeWith =
  (kernel: Kernel) =>
  (random: RandomBytes): Crypto => ({
    ...makeWasm(random),
    scan: makeScan(kernel),
    scanKernel: kernel,
  })
