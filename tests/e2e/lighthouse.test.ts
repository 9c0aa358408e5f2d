/** Lighthouse's rules for accessibility, good practice and search engines. Its speed is measured by the bench. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lighthouseScores, type Scores } from '../support/lighthouse.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'

/** Of 100. */
const least = 95

let nightjar: Nightjar
let scores: Scores

beforeAll(async () => {
  nightjar = await startNightjar()
  scores = await lighthouseScores(nightjar.url, ['accessibility', 'best-practices', 'seo'])
}, 300_000)
afterAll(() => nightjar.program.stop())

test.each(['accessibility', 'best-practices', 'seo'] as const)(
  '%s is rated at 95 or more',
  (category) => {
    const { score, faults } = scores[category]!
    expect(score, faults.join('; ')).toBeGreaterThanOrEqual(least)
  },
)
