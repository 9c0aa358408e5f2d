/**
 * A page that is used by keyboard alone.
 *
 * @module
 */
import type { Page } from 'playwright'
import { expect } from 'vitest'

/** Controls between two of a screen. A walk that needs more of them is lost. */
const mostTabs = 80

/** Name or text of the element with the focus; its element if it has none, such as “BODY”. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement
    const label = element.labels?.[0]?.textContent ?? element.textContent ?? ''
    const name = element === document.body ? '' : (element.ariaLabel ?? label)
    return name.replace(/\s+/g, ' ').trim() || element.tagName
  })

/** Waits until the focus is there, and visible: a screen that opens takes it from the control that opened it. */
export async function at(page: Page, name: string | RegExp, timeout = 60_000) {
  const shown = async () => ({ name: await focused(page), isVisible: await isFocusVisible(page) })
  await expect
    .poll(shown, { timeout })
    .toEqual({ name: expect.stringMatching(asPattern(name)) as string, isVisible: true })
}

/** A string is the whole name. */
const asPattern = (name: string | RegExp) =>
  typeof name === 'string' ? new RegExp(`^${name.replace(/[^\w\s]/g, '\\$&')}$`) : name

/** Presses Tab until the focus is on the control with this name. */
export async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passed: string[] = []
  const isThere = (text: string) => asPattern(name).test(text)
  for (let has = await focused(page); !isThere(has); has = await focused(page)) {
    passed.push(has)
    if (passed.length > mostTabs) throw new Error(`no “${name}” among: ${passed.join(' | ')}`)
    await page.keyboard.press(key)
  }
  expect(await isFocusVisible(page), `${name} shows that it has the focus`).toBe(true)
}

export async function press(page: Page, ...keys: string[]) {
  for (const key of keys) await page.keyboard.press(key)
}

/** Goes to a control and presses Enter. */
export async function enter(page: Page, name: string | RegExp) {
  await tabTo(page, name)
  await press(page, 'Enter')
}

/** Goes to a field and replaces its text. */
export async function type(page: Page, label: string, text: string) {
  await tabTo(page, label)
  await press(page, 'Control+a')
  await page.keyboard.insertText(text)
}

/** Goes to a list and chooses an option, by the first letters of it. */
export async function choose(page: Page, label: string, option: string) {
  await tabTo(page, label)
  await page.keyboard.type(option)
}

/**
 * Whether the element with the focus, or what surrounds it closely, is drawn with an outline. A heading or a part of a
 * screen takes the focus so that it is read; it is no control, so it needs none.
 */
const isFocusVisible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const has = document.activeElement as HTMLElement
    if (has === document.body) return false
    if (has.tabIndex < 0) return true
    const isDrawn = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0
    }
    const { parentElement, nextElementSibling } = has
    return [has, nextElementSibling, parentElement, parentElement?.parentElement].some(
      (each) => each && isDrawn(each),
    )
  })
