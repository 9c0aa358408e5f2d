import { describe, expect, test } from 'vitest'
import { createFallback } from '#wasm/fallback/index.ts'
import { answersRight, multipliesRight } from '#wasm/kernels/known-answer.ts'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import { builds, makeBuild, makeWasm } from '../module.ts'
import { kernels, makeKernel } from './modules.ts'

const random = seededRandom(0)

describe('a known answer', () => {
  const { scan } = makeKernel('simd')

  test.each([
    ['the fallback', createFallback(random).scan],
    ...builds.map((build): [string, Crypto['scan']] => [build, makeBuild(build)(random).scan]),
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

describe('other known multiplications', () => {
  const crypto = makeWasm(random)

  test.each([
    ['the fallback', createFallback(random)],
    ...builds.map((build): [string, Crypto] => [build, makeBuild(build)(random)]),
  ])('are those of %s', (_, each) => {
    expect(multipliesRight(each)).toBe(true)
  })

  const spoiled = (point: Uint8Array) => point.map((byte, i) => byte ^ (i === 31 ? 128 : 0))
  test.each<[string, Partial<Crypto>]>([
    ['finds no sum', { multiplyAdd: () => undefined }],
    [
      'errs in the sign of a sum',
      { multiplyAdd: (...all) => spoiled(crypto.multiplyAdd(...all)!) },
    ],
    ['errs in the sign of a key image', { keyImage: (...all) => spoiled(crypto.keyImage(...all)) }],
  ])('are not those of a module that %s', (_, changes) => {
    expect(multipliesRight({ ...crypto, ...changes })).toBe(false)
  })
})
