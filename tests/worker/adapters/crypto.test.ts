import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { platformCrypto, scanningCrypto, type ReadModule } from '../../../worker/adapters/crypto.ts'
import { mayCompile } from '../../../worker/adapters/may-compile.ts'
import { systemRandom } from '../../../worker/adapters/platform.ts'
import { inScript, stretchPassword } from '../../../worker/adapters/stretch.ts'

const real = globalThis.WebAssembly
const readModule: ReadModule = async (name) =>
  new Uint8Array(readFileSync(`wasm/build/${name}.wasm`))

/** As a browser has it: with `value` in place of WebAssembly. */
const pretend = (value: unknown) =>
  Object.defineProperty(globalThis, 'WebAssembly', { value, configurable: true, writable: true })

/** As a page whose policy forbids it. */
const forbidden = { ...real, compile: () => Promise.reject(new real.CompileError('CSP')) }

afterEach(() => {
  pretend(real)
})

describe('platform crypto', () => {
  test('is the WebAssembly module where compilation is allowed', async () => {
    expect((await platformCrypto(readModule, systemRandom)).kind).toBe('wasm')
  })

  test.each([
    ['there is no WebAssembly', undefined],
    ['a policy forbids it', forbidden],
  ])('is the fallback where %s, and no file is read', async (_, value) => {
    pretend(value)
    const never = () => Promise.reject(new Error('read'))
    expect(await mayCompile()).toBe(false)
    expect((await platformCrypto(never, systemRandom)).kind).toBe('fallback')
  })

  test('error: the bytes are not a module', async () => {
    const rubbish = async () => Uint8Array.of(1, 2, 3)
    await expect(platformCrypto(rubbish, systemRandom)).rejects.toThrow(real.CompileError)
  })
})

describe('scanning crypto', () => {
  test('is the WebAssembly module with a scan kernel', async () => {
    const read: string[] = []
    const reader: ReadModule = (name) => {
      read.push(name)
      return readModule(name)
    }
    const crypto = await scanningCrypto(reader, systemRandom)
    expect(crypto.kind).toBe('wasm')
    expect(read[0]).toBe(crypto.scanKernel === 'fma' ? 'nightjar-fma' : 'nightjar')
    // Lanes without fused multiply-adds are tried, and given up where the module alone is faster.
    expect(read.at(-1)).toBe(crypto.scanKernel === 'fma' ? 'scan-fma' : 'scan-simd')
  })

  test('is the fallback where a policy forbids WebAssembly, and no file is read', async () => {
    pretend(forbidden)
    const never = () => Promise.reject(new Error('read'))
    expect((await scanningCrypto(never, systemRandom)).scanKernel).toBe('fallback')
  })
})

describe('stretchPassword', () => {
  test.each([
    ['there is no WebAssembly', undefined],
    ['a policy forbids it', forbidden],
  ])('answers the same where %s', async (_, value) => {
    const salt = new Uint8Array(32).fill(1)
    const cost = { memoryKiB: 32, iterations: 1, parallelism: 1 }
    const expected = await inScript(new TextEncoder().encode('nightjar p'), salt, cost)
    pretend(value)
    expect(await stretchPassword('p', salt, cost)).toEqual(expected)
  })
})
