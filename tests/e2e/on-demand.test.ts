/** Methods of the wallet that the worker loads on demand. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet } from './journey.ts'

let nightjar: Nightjar
let screen: ChromiumScreen
let page: Page
const requested = new Set<string>()

beforeAll(async () => {
  nightjar = await startNightjar()
  // A service worker has all files before they are needed.
  screen = await openChromium([], { serviceWorkers: 'block' })
  page = screen.context.pages().at(-1)!
  screen.context.on('request', (request) => requested.add(new URL(request.url()).pathname.slice(1)))
})
afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

const others = '**/assets/all-methods-*.js'

describe('methods that are loaded on demand', () => {
  test('are not needed to create a wallet and to show it', async () => {
    await screen.open(nightjar.url)
    await createWallet(screen, async () => {})
    await page.waitForLoadState('networkidle')
    const scripts = [...requested].filter((path) => path.endsWith('.js'))
    expect(scripts.some((path) => path.startsWith('assets/start-'))).toBe(true)
    expect(scripts.filter((path) => path.startsWith('assets/all-methods-'))).toEqual([])
  })

  test('error: their code does not arrive: nothing happens, and the user can try again', async () => {
    await screen.run<void>(`void (location.hash = '#/accounts')`)
    await screen.context.route(others, (route) => route.abort())
    await screen.fill('Label of the new account', 'Rent')
    await screen.press('New account')
    await screen.see(
      'A part of the wallet could not be loaded. Check your connection and try again.',
    )
    await screen.context.unroute(others)
    await screen.press('New account')
    await page.locator('main li', { hasText: 'Rent' }).waitFor({ timeout: 30_000 })
    expect(await page.locator('main li', { hasText: 'Rent' }).count()).toBe(1)
  })
})
