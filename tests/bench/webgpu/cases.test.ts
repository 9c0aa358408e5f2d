import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { seed } from '../../support/random/case-counts.ts'
import { seededBytes } from '../../support/random/sfc32.ts'
import { edgeEncodings, randomPoint, randomScalar } from '../../wasm/values.ts'
import { demandAgreement, jobsOf, type Job } from './cases.ts'
import { interpret } from './interpreted.ts'

const random = seededBytes(seed())
const job: Job = {
  // The third is no point.
  keys: [randomPoint(random), randomPoint(random), edgeEncodings[0]!],
  secret: randomScalar(random),
}
const words = interpret(job)
const results = (changed: number, word: number) => [
  { words },
  { words: words.map((each, at) => (at === changed ? word : each)) },
]

test('the jobs have the given number of keys, then keys for each edge of the canonical secrets', () => {
  const [first, ...edges] = jobsOf(random, 100, 3)
  expect(first!.keys).toHaveLength(100)
  expect(edges.map(({ keys }) => keys.length)).toEqual(Array.from({ length: 25 }, () => 3))
})

test('right results agree with the fallback', () => {
  expect(() => demandAgreement([job, job], results(0, words[0]!), random)).not.toThrow()
})

test.each([
  ['one bit of a derivation is wrong', 9, (words[9]! ^ 1) >>> 0, 1],
  ['a point is refused', 17, 0, 1],
  ['bytes that are no point are accepted', 26, 1, 2],
])('error: %s', (_, changed, word, key) => {
  expect(() => demandAgreement([job, job], results(changed, word), random)).toThrow(
    `derivation of key ${bytesToHex(job.keys[key]!)}: expected that of the fallback, got another`,
  )
})
