/**
 * Lighthouse on Debian's Chromium.
 *
 * @module
 */
import lighthouse from 'lighthouse'
import puppeteer from 'puppeteer-core'
import { flags } from '../e2e/chromium.ts'
import { temporaryFolder } from './storage/temporary-folder.ts'

export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

/** By category: the score of 100, and the titles of audits that are not passed. */
export type Scores = { [of in Category]?: { score: number; faults: string[] } }

/**
 * Rates a page as on a phone, with an empty cache.
 *
 * @throws {Error} When Lighthouse cannot load the page.
 */
export async function lighthouseScores(
  url: string,
  categories: readonly Category[],
): Promise<Scores> {
  const browser = await puppeteer.launch({
    executablePath: '/usr/bin/chromium',
    args: [...flags],
    userDataDir: temporaryFolder('lighthouse'),
  })
  try {
    const port = Number(new URL(browser.wsEndpoint()).port)
    const result = await lighthouse(url, {
      port,
      onlyCategories: [...categories],
      output: 'json',
      logLevel: 'error',
      // On a busy machine the page becomes quiet late.
      maxWaitForLoad: 120_000,
    })
    const { lhr } = result!
    if (lhr.runtimeError) throw new Error(`lighthouse: ${lhr.runtimeError.message}`)
    return Object.fromEntries(
      categories.map((category) => {
        const { score, auditRefs } = lhr.categories[category]!
        if (score === null) throw new Error(`lighthouse: no score of ${category}`)
        const audits = auditRefs.map(({ id }) => lhr.audits[id]!)
        const faults = audits.filter((audit) => audit.score !== null && audit.score < 0.9)
        return [
          category,
          { score: Math.round(score * 100), faults: faults.map(({ title }) => title) },
        ]
      }),
    )
  } finally {
    await browser.close()
  }
}
