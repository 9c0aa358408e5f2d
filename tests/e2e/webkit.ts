/**
 * Debian's WebKitGTK through WebDriver, in a window of a virtual display.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { Builder, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../support/network/free-port.ts'
import { poll, startProgram } from '../support/programs/process.ts'
import { bounded, timeoutMs } from './bounded-screen.ts'
import { findButton, findControl } from './find-control.ts'
import { picture } from './picture.ts'
import type { Screen } from './screen.ts'

export async function openWebKit(): Promise<Screen> {
  const display = await startProgram(
    '/usr/bin/Xvfb',
    ['-displayfd', '1', '-screen', '0', '1280x1000x24'],
    {
      ready: /^\d+\n/m,
    },
  )
  const [number] = await display.says(/^\d+$/m)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = await startProgram(
    '/usr/bin/WebKitWebDriver',
    ['--host=127.0.0.1', `--port=${port}`],
    {
      env: { DISPLAY: `:${number}` },
      readyWhen: () =>
        fetch(`${url}/status`).then(
          ({ ok }) => ok,
          () => false,
        ),
    },
  )
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities({ browserName: 'MiniBrowser' })
    .build()
  await driver.manage().window().setRect({ x: 0, y: 0, width: 1200, height: 950 })

  return bounded<Screen>('WebKit', {
    open: (page) => driver.get(page),
    async fill(label, text) {
      const control = await shown(
        driver,
        `an enabled control labelled “${label}”`,
        findControl,
        label,
      )
      await driver.executeScript('arguments[0].select()', control)
      await control.sendKeys(text)
      await driver.executeScript('arguments[0].blur()', control)
    },
    press: async (name) =>
      (await shown(driver, `an enabled button “${name}”`, findButton, name)).click(),
    tick: async (label) =>
      (await shown(driver, `an enabled control labelled “${label}”`, findControl, label)).click(),
    see: (text, limitMs = timeoutMs) =>
      poll(
        () =>
          driver.executeScript<boolean>(
            'return document.body.innerText.includes(arguments[0])',
            text,
          ),
        limitMs,
      ),
    read: (selector) =>
      driver.executeScript<string[]>(
        'return [...document.querySelectorAll(arguments[0])].map((element) => element.innerText)',
        selector,
      ),
    run: <T>(script: string) => driver.executeScript<T>(`return (${script})`),
    reload: () => driver.navigate().refresh(),
    shoot: async (name) => writeFileSync(picture(name), await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit()
      await server.stop()
      await display.stop()
    },
  })
}

/** Waits for the element that `find` returns for `text`. */
async function shown(
  driver: WebDriver,
  what: string,
  find: (text: string) => Element | null,
  text: string,
): Promise<WebElement> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const element = await driver.executeScript<WebElement | null>(find, text)
    if (element) return element
    if (Date.now() > end) throw new Error(`no ${what} after ${timeoutMs} ms`)
  }
}
