/**
 * Debian's Chromium through Playwright, with a profile on disk, as an installed PWA needs.
 *
 * @module
 */
import { chromium, type BrowserContext, type BrowserContextOptions } from 'playwright'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { findSummary } from './find-control.ts'
import { picture } from './picture.ts'
import type { ObservedScreen } from './screen.ts'

/** Flags for every Chromium. */
export const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The browser context, for checks that only Chromium supports, such as installability. */
export type ChromiumScreen = ObservedScreen & {
  context: BrowserContext
  newTab: () => Promise<ObservedScreen>
  /** Runs `look` in a window as narrow as a phone. */
  narrow: (look: () => Promise<void>) => Promise<void>
}

/**
 * @param more - Flags of the browser.
 * @param options - Without service workers, each request of the page reaches the network.
 */
export async function openChromium(
  more: readonly string[] = [],
  options: Pick<BrowserContextOptions, 'serviceWorkers'> = {},
): Promise<ChromiumScreen> {
  const context = await chromium.launchPersistentContext(temporaryFolder('chromium'), {
    executablePath: '/usr/bin/chromium',
    args: [...flags, ...more],
    viewport: { width: 1200, height: 850 },
    colorScheme: 'dark',
    // Without transitions axe measures final colours.
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  // The settings fetch every file of the page: more than the browser lists by default.
  await context.addInitScript('performance.setResourceTimingBufferSize(2000)')
  const screen = await tab(context)
  const page = context.pages().at(-1)!
  return {
    ...screen,
    context,
    newTab: () => tab(context),
    close: () => context.close(),
    async narrow(look) {
      await page.setViewportSize({ width: 360, height: 740 })
      await look()
      await page.setViewportSize({ width: 1200, height: 850 })
    },
  }
}

async function tab(context: BrowserContext): Promise<ObservedScreen> {
  const page = await context.newPage()
  const requests: string[] = []
  const errors: string[] = []
  context.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))

  return {
    open: async (url) => void (await page.goto(url)),
    fill: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
    press: (name) => page.getByRole('button', { name, exact: true }).click(),
    follow: (name) => page.getByRole('link', { name, exact: true }).click(),
    unfold: async (name) => {
      const summary = (await page.waitForFunction(findSummary, name)).asElement()!
      const isOpen = await summary.evaluate(({ parentElement }) => parentElement?.matches('[open]'))
      if (!isOpen) await summary.click()
    },
    tick: (label) => page.getByLabel(label, { exact: true }).check(),
    choose: async (label, option) =>
      void (await page.getByLabel(label, { exact: true }).selectOption(option)),
    give: (label, path) => page.getByLabel(label, { exact: true }).setInputFiles(path),
    key: (name) => page.keyboard.press(name),
    see: (text, timeout = 30_000) =>
      page.getByText(text).filter({ visible: true }).first().waitFor({ timeout }),
    read: (selector) => page.locator(selector).allInnerTexts(),
    run: (script) => page.evaluate(script),
    reload: async () => void (await page.reload()),
    theme: (colorScheme) => page.emulateMedia({ colorScheme }),
    shoot: async (name) => void (await page.screenshot({ path: picture(name), fullPage: true })),
    requests: () => requests,
    errors: () => errors,
    close: () => page.close(),
  }
}
