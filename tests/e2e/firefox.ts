/**
 * Debian's Firefox ESR through Puppeteer's WebDriver BiDi. Playwright does not support it.
 *
 * @module
 */
import puppeteer, { type ElementHandle } from 'puppeteer-core'
import { pause } from '../support/programs/process.ts'
import { picture } from './picture.ts'
import type { Screen } from './screen.ts'

/** Timeout of a step. */
const timeoutMs = 30_000

export async function openFirefox(): Promise<Screen> {
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

  return bounded({
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
    close: () =>
      within('to close', browser.close()).catch((error: Error) => {
        browser.process()?.kill('SIGKILL')
        throw error
      }),
  })
}

/** Adds a timeout to each step, so that an error names the step at which the browser hangs. */
const bounded = (screen: Screen): Screen => ({
  ...screen,
  open: (url) => within(`to open ${url}`, screen.open(url)),
  fill: (label, text) => within(`to fill “${label}”`, screen.fill(label, text)),
  press: (button) => within(`to press “${button}”`, screen.press(button)),
  tick: (label) => within(`to tick “${label}”`, screen.tick(label)),
  see: (text, limitMs = timeoutMs) =>
    within(`to see “${text}”`, screen.see(text, limitMs), limitMs),
  read: (selector) => within(`to read ${selector}`, screen.read(selector)),
  run: (script) => within(`to run ${script}`, screen.run(script)),
  reload: () => within('to reload', screen.reload()),
  shoot: (name) => within(`to shoot ${name}`, screen.shoot(name)),
})

/** Waits twice the timeout of the step, whose own error is more specific. */
async function within<T>(step: string, work: Promise<T>, limitMs = timeoutMs): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new Error(`Firefox took more than ${2 * limitMs} ms ${step}`))
    timer = setTimeout(tooLate, 2 * limitMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Runs in the page. */
function findControl(text: string) {
  const label = [...document.querySelectorAll('label')].find(
    (candidate) => candidate.textContent?.trim() === text,
  )
  const control = label?.control as HTMLInputElement | null | undefined
  return control && !control.disabled ? control : null
}
