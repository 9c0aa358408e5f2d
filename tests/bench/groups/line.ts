/**
 * The first screen over a slow line, with an empty cache, and Lighthouse's rating of it.
 *
 * @module
 */
import { launchUnwatched } from '../../e2e/unwatched-chromium.ts'
import { lighthouseScores } from '../../support/lighthouse.ts'
import { startNightjar } from '../../support/programs/nightjar.ts'
import type { Group } from '../group.ts'
import { atLeast, atMost, row } from '../row.ts'
import { slowLine, type Line } from '../slow-line.ts'
import { median } from '../statistics.ts'

/** A fair line of a phone or of a house. */
const speed: Line = { bitsPerSecond: 10_000_000, latencyMs: 40 }

export const line: Group = {
  name: 'line',
  summary: 'the first screen over 10 Mbit/s with 40 ms latency, and its rating by Lighthouse',
  async measure({ size, log }) {
    // The built program: it compresses the page's files, as a server does.
    const { url, program } = await startNightjar()
    const slow = await slowLine(Number(new URL(url).port), speed)
    try {
      const times: number[] = []
      for (let round = 0; round < size.rounds; round++) {
        log(`round ${round + 1}`)
        times.push(await firstScreen(slow.url))
      }
      const scores: number[] = []
      for (let round = 0; round < size.rounds; round++) {
        log(`Lighthouse, round ${round + 1}`)
        const { performance } = await lighthouseScores(url, ['performance'])
        scores.push(performance!.score)
      }
      return [
        row({
          name: 'line/first screen usable',
          unit: 'ms',
          value: median(times),
          goal: atMost(1000, 'ms'),
        }),
        row({
          name: 'line/lighthouse performance',
          unit: 'of 100',
          value: median(scores),
          goal: atLeast(95, 'of 100'),
        }),
      ]
    } finally {
      await slow.close()
      await program.stop()
    }
  },
}

/** Milliseconds from the start of the navigation, with an empty cache, until the first screen can be used. */
async function firstScreen(url: string): Promise<number> {
  const browser = await launchUnwatched()
  try {
    const [page] = await browser.pages()
    await page!.evaluateOnNewDocument(noteFirstScreen)
    await page!.goto(url)
    const shown = await page!.waitForFunction(() => (globalThis as Noted).firstScreenMs)
    return (await shown.jsonValue())!
  } finally {
    await browser.close()
  }
}

type Noted = { firstScreenMs?: number }

/** Runs in the page. Its first screen is shown without the engine where the browser has no database of wallets. */
function noteFirstScreen() {
  const isUsable = () =>
    [...document.querySelectorAll('button')].some(
      ({ disabled, textContent }) => !disabled && textContent.trim() === 'Create a new wallet',
    )
  const observer = new MutationObserver(() => {
    if (!isUsable()) return
    ;(globalThis as { firstScreenMs?: number }).firstScreenMs = performance.now()
    observer.disconnect()
  })
  observer.observe(document, { subtree: true, childList: true })
}
