/**
 * Keys and view secrets for which the kernel must agree with the fallback over noble's curves.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { createFallback } from '#wasm/fallback/index.ts'
import type { RandomBytes } from '#wasm/types.ts'
import {
  anyPoint,
  edgeEncodings,
  edgeScalars,
  randomScalar,
  smallOrder,
} from '../../wasm/values.ts'
import { derivationsOf, keyWords, wordsOf } from './kernel.ts'

/** Keys that are derived with one view secret. */
export type Job = { keys: Uint8Array[]; secret: Uint8Array }

/** All encodings at the edge of validity, and points of small order. */
const edgeKeys = [...smallOrder, ...edgeEncodings]

/**
 * Keys of every kind with a random secret, then some with each edge of the canonical secrets.
 *
 * @param count - Keys of the first job: all edges of validity, and as many others as are left.
 * @param perEdge - Keys of each other job.
 */
export function jobsOf(random: RandomBytes, count: number, perEdge: number): Job[] {
  const crypto = createFallback(random)
  const others = Math.max(0, count - edgeKeys.length)
  const keys = [...edgeKeys, ...Array.from({ length: others }, () => anyPoint(random))]
  return [
    { keys, secret: randomScalar(random) },
    ...edgeScalars
      .filter((secret) => crypto.isCanonicalScalar(secret))
      .map((secret) => ({
        keys: Array.from({ length: perEdge }, () => anyPoint(random)),
        secret,
      })),
  ]
}

/** The derivations in hexadecimal, `none` for an invalid key. */
export const expected = ({ keys, secret }: Job, random: RandomBytes): string[] =>
  createFallback(random).keyDerivations(keys, secret).map(shown)

/** The derivations of a result of the kernel, in the same form. */
export const derived = ({ keys }: Job, words: ArrayLike<number>): string[] =>
  derivationsOf(words, keys.length).map(shown)

const shown = (derivation: Uint8Array | undefined) =>
  derivation === undefined ? 'none' : bytesToHex(derivation)

/**
 * Compares the results of the kernel with the fallback.
 *
 * @param results - Words of the results of each job.
 * @throws Error if a derivation is wrong. It names the key, which is public, and not the secret.
 */
export function demandAgreement(
  jobs: readonly Job[],
  results: readonly { words: ArrayLike<number> }[],
  random: RandomBytes,
): void {
  const right = new Map([...new Set(jobs)].map((job) => [job, expected(job, random)]))
  jobs.forEach((job, at) => {
    const wrong = derived(job, results[at]!.words).findIndex(
      (derivation, key) => derivation !== right.get(job)![key],
    )
    if (wrong >= 0)
      throw new Error(
        `derivation of key ${bytesToHex(job.keys[wrong]!)}: expected that of the fallback, got another`,
      )
  })
}

/** The input of the kernel as numbers, which reach any engine. */
export const inputOf = ({ keys, secret }: Job) => ({
  keys: [...keyWords(keys)],
  secret: [...wordsOf(secret)],
})
