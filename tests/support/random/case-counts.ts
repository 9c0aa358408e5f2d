/**
 * How many random cases a test tries: few in `npm test`, all in `npm run proof`.
 *
 * @module
 */
import fc from 'fast-check'

const proof = process.env.NIGHTJAR_PROOF === '1'

/** `full` in a proof run, `small` otherwise. */
export const count = (small: number, full: number) => (proof ? full : small)

let chosen: number | undefined

/** The run's seed: `NIGHTJAR_SEED`, or a random one. Printed once, so that a failure can be repeated. */
export function seed(): number {
  if (chosen === undefined) {
    chosen = Number(process.env.NIGHTJAR_SEED ?? Math.floor(Math.random() * 2 ** 31))
    process.stderr.write(`seed: NIGHTJAR_SEED=${chosen}\n`)
  }
  return chosen
}

/** So many of a list, drawn. */
export function someOf<T>(list: readonly T[], length: number): T[] {
  const some = fc.shuffledSubarray([...list], { minLength: length, maxLength: length })
  return fc.sample(some, { numRuns: 1, seed: seed() })[0]!
}
