/**
 * The compiled scanning modules, as `npm run wasm` leaves them.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { startKernel, type KernelCrypto } from '#wasm/kernels/index.ts'
import type { Kernel } from '#wasm/kernels/probe.ts'
import type { Crypto, RandomBytes } from '#wasm/types.ts'
import { allowRelaxedSimd } from '../../../server/process/relaxed-simd.ts'
import { makeWasm } from '../module.ts'

allowRelaxedSimd()

export const kernelBytes = (kernel: Kernel) =>
  new Uint8Array(readFileSync(new URL(`../../../wasm/build/scan-${kernel}.wasm`, import.meta.url)))

export const kernels: Kernel[] = ['fma', 'simd']

export const kernelModules: Record<Kernel, WebAssembly.Module> = {
  fma: new WebAssembly.Module(kernelBytes('fma')),
  simd: new WebAssembly.Module(kernelBytes('simd')),
}

/** A fresh instance. @throws Where the machine cannot run it, since then nothing here is tested. */
export function makeKernel(kernel: Kernel): KernelCrypto {
  const started = startKernel(kernelModules[kernel])
  if (started) return started
  throw new Error(
    kernel === 'fma'
      ? 'the fma kernel cannot be tested here: it needs a processor with fused multiply-adds (FMA3 or ARM64), ' +
          'and an engine that uses them'
      : `the ${kernel} kernel calculates wrongly here`,
  )
}

/** The crypto module with what a kernel does in its place. */
export const makeWith =
  (kernel: Kernel) =>
  (random: RandomBytes): Crypto => ({
    ...makeWasm(random),
    ...makeKernel(kernel),
    scanKernel: kernel,
  })
