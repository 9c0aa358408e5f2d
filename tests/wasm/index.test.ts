import { describe, expect, test } from 'vitest'
import { loadCrypto, loadFused, startCrypto } from '#wasm/index.ts'
import { seededRandom } from '../support/random/keccak-random.ts'
import { realTransactionCases } from './cases/real_transactions.ts'
import { moduleBytes } from './module.ts'

const { nightjar, 'nightjar-fma': fused } = moduleBytes
const compiled = new WebAssembly.Module(nightjar)
const random = seededRandom('index')

realTransactionCases((random) => loadCrypto(compiled, random))

describe('loadCrypto', () => {
  test.each([
    ['bytes', nightjar],
    ['a compiled module', compiled],
  ])('takes %s', async (_, source) => {
    const crypto = await loadCrypto(source, random)
    expect([crypto.kind, crypto.scanKernel]).toEqual(['wasm', 'scalar'])
  })

  test('error: bytes that are not a WebAssembly module', async () => {
    await expect(loadCrypto(new Uint8Array(8), random)).rejects.toThrow(WebAssembly.CompileError)
  })
})

describe('loadFused', () => {
  test('starts the module with fused multiply-adds', async () => {
    const crypto = await loadFused(fused, random)
    expect(crypto?.kind).toBe('wasm')
    expect(crypto!.keccak256(nightjar)).toEqual(startCrypto(compiled, random).keccak256(nightjar))
  })

  test('error: bytes that are not a WebAssembly module', async () => {
    await expect(loadFused(new Uint8Array(8), random)).rejects.toThrow(WebAssembly.CompileError)
  })
})

test('instances of one module share no memory', () => {
  const [one, other] = [startCrypto(compiled, random), startCrypto(compiled, random)]
  const sums = one.addToSubsets([one.multiplyBase(one.randomScalar())])!
  expect(other.keccak256(sums)).toEqual(one.keccak256(sums))
  expect(one.randomScalar()).not.toEqual(other.randomScalar())
})
