/**
 * Debian's Firefox ESR through Puppeteer's WebDriver BiDi. Playwright does not support it.
 *
 * @module
 */
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import { pause } from '../support/programs/process.ts'
import { bounded, timeoutMs } from './bounded-screen.ts'
import { findControl } from './find-control.ts'
import { picture } from './picture.ts'
import type { ObservedScreen } from './screen.ts'

export async function openFirefox(): Promise<ObservedScreen> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: { width: 1200, height: 850 },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(timeoutMs)
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))

  /** Waits for an enabled control with this label. */
  async function labelled(text: string): Promise<ElementHandle<HTMLInputElement>> {
    const end = Date.now() + timeoutMs
    for (;;) {
      const control = await page.evaluateHandle(findControl, text)
      const element = control.asElement() as ElementHandle<HTMLInputElement> | null
      if (element) return element
      if (Date.now() > end)
        throw new Error(`no enabled control labelled “${text}” after ${timeoutMs} ms`)
      await pause(100)
    }
  }

  const screen = bounded<ObservedScreen>('Firefox', {
    open: async (url) => void (await page.goto(url)),
    async fill(label, text) {
      const control = await labelled(label)
      await control.evaluate((element) => element.select())
      await control.type(text)
      await control.evaluate((element) => element.blur())
    },
    press: (name) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click(),
    tick: async (label) => (await labelled(label)).click(),
    see: async (text, timeout = timeoutMs) =>
      void (await page.locator(`::-p-text(${text})`).setTimeout(timeout).wait()),
    read: (selector) =>
      page.$$eval(selector, (found) => found.map((element) => (element as HTMLElement).innerText)),
    run: <T>(script: string) => page.evaluate(script) as Promise<T>,
    reload: async () => void (await page.reload()),
    theme: (value) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]),
    shoot: async (name) => void (await page.screenshot({ path: picture(name), fullPage: true })),
    requests: () => requests,
    errors: () => errors,
    close: () => browser.close(),
  })
  return {
    ...screen,
    close: () =>
      screen.close().catch((error: Error) => {
        browser.process()?.kill('SIGKILL')
        throw error
      }),
  }
}
