/**
 * Every case of monero's own crypto tests.
 *
 * @see monero tests/crypto/main.cpp
 * @module
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Crypto } from '#wasm/types.ts'
import { moneroTestRandom } from '../../support/random/keccak-random.ts'
import type { Make } from './make.ts'

type Run = (crypto: Crypto, words: string[]) => string[]

/** What a case's words ask for, answered by the words that must end its line. */
const commands: Record<string, { cases: number; run: Run }> = {
  check_key: { cases: 372, run: (crypto, [key]) => [`${crypto.isPoint(bytes(key))}`] },
  check_scalar: {
    cases: 337,
    run: (crypto, [scalar]) => [`${crypto.isCanonicalScalar(bytes(scalar))}`],
  },
  check_ge_p3_identity: {
    cases: 6,
    run(crypto, [key]) {
      const K = bytes(key)
      const twice = crypto.pointAdd(K, K)!
      const none = crypto.pointSubtract(crypto.pointSubtract(twice, K)!, K)!
      return [`${none.every((byte, i) => byte === (i === 0 ? 1 : 0))}`]
    },
  },
  random_scalar: { cases: 245, run: (crypto) => [bytesToHex(crypto.randomScalar())] },
  hash_to_scalar: { cases: 256, run: (crypto, [data]) => hex(crypto.hashToScalar(bytes(data))) },
  hash_to_point: { cases: 371, run: (crypto, [hash]) => hex(crypto.mapToPoint(bytes(hash))) },
  hash_to_ec: { cases: 256, run: (crypto, [key]) => hex(crypto.hashToPoint(bytes(key))) },
  generate_keys: {
    cases: 256,
    run(crypto) {
      const secret = crypto.randomScalar()
      return [...hex(crypto.publicKey(secret)!), ...hex(secret)]
    },
  },
  secret_key_to_public_key: {
    cases: 272,
    run: (crypto, [secret]) => maybe(crypto.publicKey(bytes(secret))),
  },
  generate_key_derivation: {
    cases: 272,
    run: (crypto, [key, secret]) => maybe(crypto.keyDerivation(bytes(key), bytes(secret))),
  },
  derive_public_key: {
    cases: 272,
    run: (crypto, [derivation, index, base]) =>
      maybe(crypto.derivePublicKey(bytes(derivation), Number(index), bytes(base))),
  },
  derive_secret_key: {
    cases: 256,
    run: (crypto, [derivation, index, base]) =>
      hex(crypto.deriveSecretKey(bytes(derivation), Number(index), bytes(base))),
  },
  derive_view_tag: {
    cases: 70,
    run: (crypto, [derivation, index]) =>
      hex(Uint8Array.of(crypto.deriveViewTag(bytes(derivation), Number(index)))),
  },
  generate_key_image: {
    cases: 256,
    run: (crypto, [key, secret]) => hex(crypto.keyImage(bytes(key), bytes(secret))),
  },
  generate_signature: {
    cases: 256,
    run(crypto, [hash, key, secret, expected]) {
      const signature = crypto.sign(bytes(hash), bytes(key), bytes(secret))
      return signedAs(expected, crypto.verify(bytes(hash), bytes(key), signature))
    },
  },
  check_signature: {
    cases: 512,
    run: (crypto, [hash, key, signature]) => [
      `${crypto.verify(bytes(hash), bytes(key), bytes(signature))}`,
    ],
  },
  generate_ring_signature: {
    cases: 256,
    run(crypto, words) {
      const { hash, image, ring, rest } = ringOf(words)
      const [secret, realIndex, expected] = rest
      const signatures = crypto.signRing(hash, image, ring, bytes(secret), Number(realIndex))
      drawAsRing(crypto, ring.length - 1)
      return signedAs(expected, crypto.verifyRing(hash, image, ring, signatures))
    },
  },
  check_ring_signature: {
    cases: 1024,
    run(crypto, words) {
      const { hash, image, ring, rest } = ringOf(words)
      return [`${crypto.verifyRing(hash, image, ring, bytes(rest[0]))}`]
    },
  },
}

function ringOf([hash, image, size, ...words]: string[]) {
  const ring = words.slice(0, Number(size)).map(bytes)
  return { hash: bytes(hash), image: bytes(image), ring, rest: words.slice(Number(size)) }
}

/** Our nonces are hedged, so a signature differs from the expected one. Both must be valid. */
const signedAs = (expected: string | undefined, isValid: boolean) => [
  isValid ? expected! : 'invalid',
]

/** Draws two scalars for each decoy, as monero does. Ours come from the seed of the nonces. */
function drawAsRing(crypto: Crypto, decoys: number) {
  for (let drawn = 0; drawn < 2 * decoys; drawn++) crypto.randomScalar()
}

/** An empty string is written as x. */
const bytes = (word: string | undefined) => hexToBytes(word === 'x' ? '' : word!)
const hex = (result: Uint8Array) => [bytesToHex(result)]
const maybe = (result: Uint8Array | undefined) => (result ? ['true', ...hex(result)] : ['false'])

/** @param every - How many of the rings above eight keys to check one of. */
export function moneroVectorCases(make: Make, every = 1) {
  describe('crypto/tests.txt', () => {
    const wrong = new Map<string, string[]>()
    const seen = new Map<string, number>()

    // One pass in file order: a case that draws random numbers depends on all that drew before.
    beforeAll(async () => {
      const crypto = await make(moneroTestRandom())
      for (const [i, line] of readLines().entries()) {
        const [command = '', ...words] = line.trim().split(' ')
        const number = (seen.get(command) ?? 0) + 1
        seen.set(command, number)
        if (/_ring_signature$/.test(command) && Number(words[2]) > 8 && number % every !== 0)
          skipRing(crypto, command, Number(words[2]))
        else if (!isRight(crypto, command, words))
          wrong.set(command, [...(wrong.get(command) ?? []), `line ${i + 1}`])
      }
    }, 600_000)

    test.each(Object.entries(commands))('%s', (command, { cases }) => {
      expect(seen.get(command)).toBe(cases)
      expect(wrong.get(command) ?? []).toEqual([])
    })

    test('contains no other commands', () => {
      expect([...seen.keys()].sort()).toEqual(Object.keys(commands).sort())
    })
  })
}

/** The cases, a line each: a command, its arguments, what it answers. */
export function readLines(): string[] {
  const file = new URL('../../vectors/crypto/tests.txt.gz', import.meta.url)
  return gunzipSync(readFileSync(file)).toString('latin1').trim().split('\n')
}

function isRight(crypto: Crypto, command: string, words: string[]): boolean {
  const actual = commands[command]?.run(crypto, words) ?? []
  return words.slice(-actual.length).join(' ') === actual.join(' ')
}

/** Draws what the case would have drawn. */
function skipRing(crypto: Crypto, command: string, size: number) {
  if (command === 'check_ring_signature') return
  crypto.randomScalar()
  drawAsRing(crypto, size - 1)
}
