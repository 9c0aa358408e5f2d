/**
 * @see draft-irtf-cfrg-xchacha-03, appendix A.3.1
 * @module
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { seededRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'
import { bytes, hex } from './material.ts'

const run = (first: number, length: number) => Uint8Array.from({ length }, (_, i) => first + i)

const plain = utf8ToBytes(
  "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, " +
    'sunscreen would be it.',
)
const [key, nonce, added] = [run(0x80, 32), run(0x40, 24), bytes('50515253c0c1c2c3c4c5c6c7')]
const sealed =
  'bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39' +
  'ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9' +
  '21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49'

export function sealedCases(make: Make) {
  describe('seal and unseal', () => {
    let crypto: Crypto
    beforeAll(async () => {
      crypto = await make(seededRandom('sealed'))
    })

    test('match the example of the draft', () => {
      expect(hex(crypto.seal(key, nonce, added, plain))).toBe(sealed)
      expect(crypto.unseal(key, nonce, added, bytes(sealed))).toEqual(plain)
    })

    test('accept empty input, and do not change their arguments', () => {
      const none = new Uint8Array()
      const tag = crypto.seal(key, nonce, none, none)
      expect(tag).toHaveLength(16)
      expect(crypto.unseal(key, nonce, none, tag)).toEqual(none)
      const given = bytes(sealed)
      crypto.unseal(key, nonce, added, given)
      expect(hex(given)).toBe(sealed)
    })

    test('error: any bit is changed, or bytes are missing', () => {
      const whole = bytes(sealed)
      for (let bit = 0; bit < 8 * whole.length; bit += 7) {
        const altered = whole.slice()
        altered[bit >> 3]! ^= 1 << (bit & 7)
        expect(crypto.unseal(key, nonce, added, altered), `bit ${bit}`).toBeUndefined()
      }
      expect(crypto.unseal(run(0x81, 32), nonce, added, whole)).toBeUndefined()
      expect(crypto.unseal(key, run(0x41, 24), added, whole)).toBeUndefined()
      expect(crypto.unseal(key, nonce, added.subarray(1), whole)).toBeUndefined()
      expect(crypto.unseal(key, nonce, added, whole.subarray(1))).toBeUndefined()
      expect(crypto.unseal(key, nonce, added, whole.subarray(0, 15))).toBeUndefined()
    })

    test('many messages, more than fit into one call', () => {
      const lengths = [0, 1, 15, 16, 17, 300, 200_000, 5, 90_000, 90_000, 31]
      const messages = lengths.map((length, i) => ({
        nonce: run(i, 24),
        added: run(i, (7 * i) % 50),
        plain: Uint8Array.from({ length }, (_, at) => at * (i + 1)),
      }))
      const sealedOnes = messages.map((each) =>
        concatBytes(each.nonce, crypto.seal(key, each.nonce, each.added, each.plain)),
      )
      const before = sealedOnes.map((each) => each.slice())
      const addedOnes = messages.map((each) => each.added)
      const plainOnes = messages.map((each) => each.plain)
      const opened = crypto.unsealMany(key, addedOnes, sealedOnes)
      expect(opened.map((each) => hex(each!))).toEqual(plainOnes.map(hex))
      expect(sealedOnes.map(hex)).toEqual(before.map(hex))
      expect(crypto.unsealMany(key, [], [])).toEqual([])
    })

    test('error: one of many is altered or cut short', () => {
      const whole = concatBytes(nonce, bytes(sealed))
      const altered = (at: number) => whole.map((byte, i) => (i === at ? byte ^ 1 : byte))
      const wrong = [
        altered(0),
        altered(30),
        altered(whole.length - 1),
        ...[0, 23, 24, 39, 40, whole.length - 1].map((length) => whole.subarray(0, length)),
      ]
      const given = wrong.flatMap((each) => [each, whole])
      const opened = crypto.unsealMany(key, Array<Uint8Array>(given.length).fill(added), given)
      expect(opened).toEqual(wrong.flatMap(() => [undefined, plain]))
      expect(crypto.unsealMany(key, [added.subarray(1)], [whole])).toEqual([undefined])
      expect(crypto.unsealMany(run(0x81, 32), [added], [whole])).toEqual([undefined])
    })

    test('error: a key or a nonce of a wrong length', () => {
      expect(() => crypto.unsealMany(key.subarray(1), [added], [bytes(sealed)])).toThrow('key')
      expect(() => crypto.seal(key.subarray(1), nonce, added, plain)).toThrow('key')
      expect(() => crypto.unseal(key, nonce.subarray(1), added, plain)).toThrow('nonce')
    })
  })
}
