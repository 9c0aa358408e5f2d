/**
 * A page of any browser that Puppeteer drives.
 *
 * @module
 */
import type { ElementHandle, KeyInput, Page } from 'puppeteer-core'
import { pause, poll } from '../support/programs/process.ts'
import { bounded, timeoutMs } from './bounded-screen.ts'
import { chooseOption } from './choose-option.ts'
import { findButton, findControl, findFileField, findLink, findSummary } from './find-control.ts'
import { isClickMissed, watchClick } from './missed-click.ts'
import { picture } from './picture.ts'
import type { ObservedScreen } from './screen.ts'

/** @param name - Of the browser, for errors. */
export function puppeteerScreen(name: string, page: Page): ObservedScreen {
  const browser = page.browser()
  page.setDefaultTimeout(timeoutMs)
  const requests: string[] = []
  const errors: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))

  /** Waits for the element that `find` returns for `text`, uses it, and forgets it. */
  async function withShown<T extends HTMLElement>(
    find: (text: string) => T | null,
    text: string,
    use: (element: ElementHandle<T>) => Promise<unknown>,
  ): Promise<void> {
    const end = Date.now() + timeoutMs
    for (;;) {
      const found = await page.evaluateHandle(find, text)
      const element = found.asElement() as ElementHandle<T> | null
      if (element) return void (await use(element).finally(() => element.dispose()))
      if (Date.now() > end)
        throw new Error(`nothing enabled is named “${text}” after ${timeoutMs} ms`)
      await pause(100)
    }
  }

  /** Clicks what `find` returns. Again, when the screen moved in the meantime, so that nothing was pressed. */
  async function click(find: (text: string) => HTMLElement | null, text: string): Promise<void> {
    const end = Date.now() + timeoutMs
    do {
      await withShown(find, text, async (element) => {
        await element.evaluate(watchClick)
        await element.click()
      })
      if (!(await page.evaluate(isClickMissed))) return
    } while (Date.now() < end)
    throw new Error(`“${text}” got no click in ${timeoutMs} ms`)
  }

  const screen = bounded<ObservedScreen>(name, {
    open: async (url) => void (await page.goto(url)),
    fill: (label, text) =>
      withShown(findControl, label, async (control) => {
        await control.evaluate((element) => element.select())
        await control.type(text)
        await control.evaluate((element) => element.blur())
      }),
    press: (name) => click(findButton, name),
    follow: (name) => click(findLink, name),
    unfold: (name) =>
      withShown(findSummary, name, async (summary) => {
        const isOpen = await summary.evaluate(({ parentElement }) =>
          parentElement?.matches('[open]'),
        )
        if (!isOpen) await click(findSummary, name)
      }),
    tick: (label) => click(findControl, label),
    choose: (label, option) =>
      withShown(findControl, label, (control) =>
        poll(() => control.evaluate(chooseOption, option), timeoutMs),
      ),
    give: (label, path) => withShown(findFileField, label, (field) => field.uploadFile(path)),
    async key(name) {
      const keys = name.split('+') as KeyInput[]
      for (const key of keys) await page.keyboard.down(key)
      for (const key of keys.reverse()) await page.keyboard.up(key)
    },
    see: (text, limitMs = timeoutMs) =>
      poll(
        () => page.evaluate((wanted) => document.body.innerText.includes(wanted), text),
        limitMs,
      ),
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
