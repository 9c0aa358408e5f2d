/**
 * The choice of a kernel, by machine and engine.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import { withScanKernel, type ReadKernel } from '#wasm/kernels/index.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { makeWasm } from '../module.ts'
import { kernelBytes, kernelModules } from './modules.ts'

const random = seededRandom(0)

describe('withScanKernel', () => {
  test('uses fused multiply-adds if the machine has them', async () => {
    const crypto = await withScanKernel(makeWasm(random), async (kernel) => kernelBytes(kernel))
    expect(crypto.scanKernel).toBe('fma')
    expect(crypto.kind).toBe('wasm')
  })

  test('accepts compiled modules, for hosts that must not compile', async () => {
    const crypto = await withScanKernel(makeWasm(random), async (kernel) => kernelModules[kernel])
    expect(crypto.scanKernel).toBe('fma')
  })

  test('reads only the kernel that it uses', async () => {
    const read: string[] = []
    const reader: ReadKernel = async (kernel) => {
      read.push(kernel)
      return kernelModules[kernel]
    }
    await withScanKernel(makeWasm(random), reader)
    await withScanKernel(createFallback(random), reader)
    expect(read).toEqual(['fma'])
  })

  test('does not change the fallback', async () => {
    const fallback = createFallback(random)
    expect(await withScanKernel(fallback, async () => kernelModules.simd)).toBe(fallback)
  })

  test('error: a kernel cannot be read', async () => {
    const fail = () => Promise.reject(new Error('HTTP 404'))
    await expect(withScanKernel(makeWasm(random), fail)).rejects.toThrow('HTTP 404')
  })
})

describe('in a separate process', () => {
  let program: string
  beforeAll(async () => {
    program = `${temporaryFolder('kernel')}/report.mjs`
    const bundle = await rolldown({
      input: 'tests/wasm/kernels/report.ts',
      platform: 'node',
      logLevel: 'silent',
    })
    await bundle.write({ file: program })
    await bundle.close()
  })

  /** Which kernel is chosen there, and whether it finds what the others find. */
  const report = async (...flags: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, [...flags, program])
    return JSON.parse(stdout)
  }

  const fma = { fma: true, simd: true, kernel: 'fma', fused: true, right: true }

  test('a machine with fused multiply-adds uses them', async () => {
    expect(await report()).toEqual(fma)
  })

  // These processors have AVX without FMA, and neither. Of the others, which are both right, the faster is chosen.
  test.each(['--no-enable-fma3', '--no-enable-avx'])('not with %s', async (flag) => {
    const kernel = expect.stringMatching(/^(simd|scalar)$/)
    expect(await report(flag)).toEqual({
      fma: false,
      simd: true,
      kernel,
      fused: false,
      right: true,
    })
  })

  test('an engine without optimisation finds the same outputs', async () => {
    expect(await report('--liftoff-only')).toEqual(fma)
  })
})
