/**
 * The derivation kernel in Chromium, on its software adapter. `tests/bench/webgpu` runs the same text without a browser.
 */
import { expect, test } from 'vitest'
import { runOnSoftwareAdapter } from '../bench/webgpu/adapter.ts'
import { derived, expected, jobsOf } from '../bench/webgpu/cases.ts'
import { count, seed } from '../support/random/case-counts.ts'
import { seededRandom } from '../support/random/keccak-random.ts'

test('Chromium accepts the kernel, and it derives the same as the fallback', async () => {
  const random = seededRandom(`${seed()} webgpu`)
  const jobs = jobsOf(random, count(1024, 8192), count(8, 64))
  const run = await runOnSoftwareAdapter(jobs)
  expect(run?.adapter).toBe('google swiftshader')
  jobs.forEach((job, at) => {
    expect(derived(job, run!.results[at]!.words)).toEqual(expected(job, random))
  })
})
