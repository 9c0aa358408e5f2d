import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { count } from '../support/random/case-counts.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet } from './journey.ts'

/** Mining rewards of the wallet. */
const rewards = count(1_000, 20_000)
const steps = 60

let nightjar: Nightjar
let screen: ChromiumScreen

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium()
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await screen.run(`location.hash = '#/receive'`)
  await screen.see('Copy address')
  const [shown = ''] = await screen.read('main .address')
  const wallet_address = shown.replace(/\s/g, '')
  for (let left = rewards; left > 0; left -= 500) {
    const params = { amount_of_blocks: Math.min(left, 500), wallet_address }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'generateblocks', params })
    const answer = await fetch(`${nightjar.url}/json_rpc`, { method: 'POST', body })
    expect(await answer.json()).toMatchObject({ result: { status: 'OK' } })
  }
  await screen.see(`Block ${rewards + 1}`, 900_000)
  await screen.see('Up to date', 120_000)
}, 1_800_000)

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

const rows = () => screen.run<number>(`document.querySelectorAll('main li').length`)

describe('a long history', () => {
  // How long its frames take is measured by the bench group `fluent`.
  test('scrolls with few rows in the document, and no gap', async () => {
    await screen.run(`location.hash = '#/history'`)
    await screen.see(`${rewards} transactions`)
    for (let step = 0; step <= steps; step += 1) {
      await screen.run(`new Promise((done) => {
        scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * ${step / steps})
        requestAnimationFrame(() => requestAnimationFrame(done))
      })`)
      expect(await rows()).toBeLessThan(70)
      const isFilled = `document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('li') !== null`
      expect(await screen.run(isFilled), `step ${step}`).toBe(true)
    }
    const last = await screen.run<string>(
      `[...document.querySelectorAll('main li')].at(-1).getAttribute('aria-posinset')`,
    )
    expect(last).toBe(`${rewards}`)
  })

  test('is searched', async () => {
    await screen.fill('Search', 'f'.repeat(64))
    await screen.see('No transaction matches your search and filters.')
    await screen.press('Clear search and filters')
    await screen.see(`${rewards} transactions`)
  })
})
