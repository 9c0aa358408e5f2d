import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { inScript, stretchPassword } from '../../../worker/adapters/stretch.ts'

const salt = new Uint8Array(32).fill(7)
const cost = { memoryKiB: 64, iterations: 2, parallelism: 2 }

describe('stretchPassword', () => {
  test.each(['', 'correct horse', 'Пароль \u{1f511}'])(
    'returns the same in WebAssembly and in JavaScript: %j',
    async (password) => {
      const expected = await inScript(new TextEncoder().encode(`nightjar ${password}`), salt, cost)
      expect(bytesToHex(await stretchPassword(password, salt, cost))).toBe(bytesToHex(expected))
    },
  )

  test('differs by password, salt and each part of the cost', async () => {
    const others = await Promise.all([
      stretchPassword('a', salt, cost),
      stretchPassword('b', salt, cost),
      stretchPassword('a', new Uint8Array(32), cost),
      stretchPassword('a', salt, { ...cost, memoryKiB: 128 }),
      stretchPassword('a', salt, { ...cost, iterations: 3 }),
      stretchPassword('a', salt, { ...cost, parallelism: 1 }),
    ])
    expect(new Set(others.map(bytesToHex)).size).toBe(6)
  })
})
