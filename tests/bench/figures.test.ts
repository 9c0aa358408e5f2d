import { describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { testCrypto } from '../support/wasm/crypto.ts'
import { figures, type FigureName } from './kernels/figures.ts'

/** Cryptography that returns wrong results while `isWrong` is set. */
function breakable(crypto: Crypto) {
  const state = { isWrong: false }
  const broken = new Proxy(crypto, {
    get: (_, name: keyof Crypto) =>
      function (...args: unknown[]) {
        const answer = (crypto[name] as (...args: unknown[]) => unknown)(...args)
        return state.isWrong ? spoiled(answer) : answer
      },
  })
  return { broken, state }
}

function spoiled(answer: unknown): unknown {
  if (typeof answer === 'boolean') return !answer
  if (answer instanceof Uint8Array) return answer.map((byte) => byte ^ 1)
  if (Array.isArray(answer)) return [...(answer as unknown[]), undefined]
  return { commitments: [] }
}

describe.each(Object.keys(figures) as FigureName[])('%s', (name) => {
  test('accepts kernels with correct results', async () => {
    const { run, steps } = figures[name](await testCrypto())
    expect(run).not.toThrow()
    expect(steps).toBeGreaterThan(0)
  })

  test('error: a kernel returns a wrong result', async () => {
    const { broken, state } = breakable(await testCrypto())
    const { run } = figures[name](broken)
    expect(run).not.toThrow()
    state.isWrong = true
    expect(run).toThrow('the kernel answered wrongly')
  })
})
