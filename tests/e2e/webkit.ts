/**
 * Debian's WebKitGTK through WebDriver, in a window of a virtual display.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { Builder, Key, type WebDriver, type WebElement, error } from 'selenium-webdriver'
import { freePort } from '../support/network/free-port.ts'
import { poll, startProgram } from '../support/programs/process.ts'
import { bounded, timeoutMs } from './bounded-screen.ts'
import { chooseOption } from './choose-option.ts'
import { findButton, findControl, findFileField, findLink, findSummary } from './find-control.ts'
import { isClickMissed, watchClick } from './missed-click.ts'
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

  const shownControl = (label: string) =>
    shown(driver, `an enabled control labelled “${label}”`, findControl, label)
  /** Clicks what `find` returns. Again, when the screen moved or was drawn again, so that nothing was pressed. */
  async function click(what: string, find: (name: string) => Element | null, name: string) {
    const end = Date.now() + timeoutMs
    while (Date.now() < end) {
      const element = await shown(driver, `${what} “${name}”`, find, name)
      try {
        await driver.executeScript(watchClick, element)
        await element.click()
        if (!(await driver.executeScript<boolean>(isClickMissed))) return
      } catch (cause) {
        if (!(cause instanceof error.StaleElementReferenceError)) throw cause
      }
    }
    throw new Error(`${what} “${name}” got no click in ${timeoutMs} ms`)
  }

  return bounded<Screen>('WebKit', {
    open: (page) => driver.get(page),
    async fill(label, text) {
      const control = await shownControl(label)
      await driver.executeScript('arguments[0].select()', control)
      // It leaves out line breaks, but not the key.
      await control.sendKeys(text.replaceAll('\n', Key.ENTER))
      await driver.executeScript('arguments[0].blur()', control)
    },
    press: (name) => click('an enabled button', findButton, name),
    follow: (name) => click('a link', findLink, name),
    async unfold(name) {
      const summary = await shown(driver, `a summary “${name}”`, findSummary, name)
      const isOpen = 'return arguments[0].parentElement.matches("[open]")'
      if (!(await driver.executeScript(isOpen, summary)))
        await click('a summary', findSummary, name)
    },
    tick: (label) => click('an enabled control labelled', findControl, label),
    async choose(label, option) {
      const control = await shownControl(label)
      await poll(() => driver.executeScript<boolean>(chooseOption, control, option), timeoutMs)
    },
    give: async (label, path) =>
      (await shown(driver, `a field for a file “${label}”`, findFileField, label)).sendKeys(path),
    async key(name) {
      const keys = name.split('+').map((each) => namedKeys[each] ?? each)
      const actions = driver.actions()
      for (const key of keys) actions.keyDown(key)
      for (const key of keys.reverse()) actions.keyUp(key)
      await actions.perform()
    },
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

const namedKeys: Record<string, string> = { Control: Key.CONTROL, Enter: Key.ENTER, Tab: Key.TAB }

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
