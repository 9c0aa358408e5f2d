/**
 * @see monero src/crypto/hash.c cn_fast_hash
 * @module
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { bytes, hex } from './material.ts'

export function keccakCases(make: Make) {
  describe('keccak256', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom('keccak'))
    })

    test('hashes all of monero tests-fast.txt', () => {
      const file = new URL('../../vectors/crypto/tests-fast.txt.gz', import.meta.url)
      const lines = gunzipSync(readFileSync(file)).toString('latin1').trim().split('\n')
      const wrong = lines.filter((line) => {
        const [hash, data = ''] = line.split(' ')
        return hex(crypto.keccak256(bytes(data === 'x' ? '' : data))) !== hash
      })
      expect(lines).toHaveLength(321)
      expect(wrong).toEqual([])
    })

    test('hashes every length up to three blocks and more', () => {
      for (const length of [...Array(3 * 136 + 2).keys(), 4096, 100_000]) {
        const data = Uint8Array.from({ length }, (_, i) => (i * 7) & 255)
        expect(hex(crypto.keccak256(data))).toBe(hex(keccak_256(data)))
      }
    })

    test('hashes a part of a buffer, and does not change its input', () => {
      const buffer = Uint8Array.from({ length: 100 }, (_, i) => i)
      const part = buffer.subarray(10, 60)
      expect(crypto.keccak256(part)).toEqual(crypto.keccak256(part.slice()))
      expect(buffer).toEqual(Uint8Array.from({ length: 100 }, (_, i) => i))
    })

    test('hashes many parts of a buffer, including empty and overlapping parts', () => {
      const data = Uint8Array.from({ length: 400 }, (_, i) => (i * 5) & 255)
      const parts = [0, 400, 7, 7, 100, 236, 99, 137, 400, 400]
      const all = crypto.keccak256Parts(data, Uint32Array.from(parts))
      const one = (i: number) => hex(keccak_256(data.subarray(parts[2 * i], parts[2 * i + 1])))
      expect(hex(all)).toBe([0, 1, 2, 3, 4].map(one).join(''))
      expect(crypto.keccak256Parts(data, new Uint32Array())).toHaveLength(0)
    })

    test.each([[[0, 401]], [[5, 4]], [[0, 1, 2]]])('error: parts %j of 400 bytes', (parts) => {
      const data = new Uint8Array(400)
      expect(() => crypto.keccak256Parts(data, Uint32Array.from(parts))).toThrow(RangeError)
    })
  })
}
