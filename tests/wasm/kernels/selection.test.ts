/**
 * Which kernel is chosen, and that a machine or an engine which cannot run one is told.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import { answersRight } from '#wasm/kernels/known-answer.ts'
import { withScanKernel, type ReadKernel } from '#wasm/kernels/index.ts'
import { engineKnows } from '#wasm/kernels/probe.ts'
import { isFaster } from '#wasm/kernels/race.ts'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { temporaryFolder } from '../../support/network/free-port.ts'
import { makeWasm } from '../module.ts'
import { kernelBytes, kernelModules, kernels, makeKernel } from './modules.ts'

const random = seededRandom(0)

describe('withScanKernel', () => {
  test('takes fused multiply-adds where the machine has them', async () => {
    const crypto = await withScanKernel(makeWasm(random), async (kernel) => kernelBytes(kernel))
    expect(crypto.scanKernel).toBe('fma')
    expect(crypto.kind).toBe('wasm')
  })

  test('takes compiled modules, for hosts that may not compile', async () => {
    const crypto = await withScanKernel(makeWasm(random), async (kernel) => kernelModules[kernel])
    expect(crypto.scanKernel).toBe('fma')
  })

  test('reads no kernel that it does not need', async () => {
    const read: string[] = []
    const reader: ReadKernel = async (kernel) => {
      read.push(kernel)
      return kernelModules[kernel]
    }
    await withScanKernel(makeWasm(random), reader)
    await withScanKernel(createFallback(random), reader)
    expect(read).toEqual(['fma'])
  })

  test('leaves the fallback as it is', async () => {
    const fallback = createFallback(random)
    expect(await withScanKernel(fallback, async () => kernelModules.simd)).toBe(fallback)
  })

  test('error: what reading throws', async () => {
    const fail = () => Promise.reject(new Error('HTTP 404'))
    await expect(withScanKernel(makeWasm(random), fail)).rejects.toThrow('HTTP 404')
  })
})

describe('a known answer', () => {
  const { scan } = makeKernel('simd')

  test.each([
    ['the fallback', createFallback(random).scan],
    ['the crypto module', makeWasm(random).scan],
    ...kernels.map((kernel): [string, Crypto['scan']] => [kernel, makeKernel(kernel).scan]),
  ])('is given by %s', (_, scan) => {
    expect(answersRight(scan)).toBe(true)
  })

  test.each<[string, (found: ReturnType<Crypto['scan']>) => ReturnType<Crypto['scan']>]>([
    ['finds nothing', () => []],
    ['misses one', (found) => found.slice(1)],
    ['errs in the last lane', (found) => [...found.slice(0, 3), found[1]!]],
    [
      'errs in a bit',
      ([first, ...others]) => [
        { ...first!, spendKey: first!.spendKey.map((byte, i) => byte ^ (i === 31 ? 128 : 0)) },
        ...others,
      ],
    ],
  ])('is not given by a kernel that %s', (_, spoil) => {
    expect(answersRight((secret, batch) => spoil(scan(secret, batch)))).toBe(false)
  })
})

describe('in a process of its own', () => {
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

  const fma = { fma: true, simd: true, kernel: 'fma', right: true }

  test('a machine with fused multiply-adds uses them', async () => {
    expect(await report()).toEqual(fma)
  })

  // These processors have AVX without FMA, and neither. Of the others, which are both right, the faster is chosen.
  test.each(['--no-enable-fma3', '--no-enable-avx'])('not with %s', async (flag) => {
    const kernel = expect.stringMatching(/^(simd|scalar)$/)
    expect(await report(flag)).toEqual({ fma: false, simd: true, kernel, right: true })
  })

  test('an engine which optimizes nothing finds the same', async () => {
    expect(await report('--liftoff-only')).toEqual(fma)
  })
})

describe('the race between two scans', () => {
  /** Scans that take so many milliseconds at their turns. */
  const race = (one: number[], other: number[]) => {
    let ms = 0
    const taking = (times: number[]): Crypto['scan'] => {
      let turn = 0
      return () => {
        ms += times[turn++ % times.length]!
        return []
      }
    }
    return isFaster(taking(one), taking(other), () => ms)
  }

  test('is won by the faster', () => {
    expect(race([1], [2])).toBe(true)
    expect(race([2], [1])).toBe(false)
  })

  test('is judged by the best turn, since engines take time to optimize', () => {
    expect(race([90, 80, 70, 3, 1], [2])).toBe(true)
    expect(race([2], [90, 80, 70, 3, 1])).toBe(false)
  })

  test('is not won by what is no faster', () => {
    expect(race([2], [2])).toBe(false)
  })
})

test('the engine is asked with modules that are well made', () => {
  expect(kernels.map(engineKnows)).toEqual([true, true])
})
