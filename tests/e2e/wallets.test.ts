/** Several wallets in one browser: marks, switching, names, removal, other tabs. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { choosePassword, createWallet, password } from './journey.ts'
import { lookFaults } from './look.ts'

let nightjar: Nightjar
let screen: ChromiumScreen
let page: Page
const faults: string[] = []

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium()
  page = screen.context.pages().at(-1)!
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
})
afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

const look = async (name: string) =>
  void faults.push(...(await lookFaults(screen, `wallets-${name}`)))

const go = (place: string) => screen.run<void>(`void (location.hash = '#/${place}')`)
const button = (name: string) => page.getByRole('button', { name, exact: true })
/** The wallet whose password is asked. */
const asked = () => page.getByRole('radio', { checked: true }).locator('xpath=..').innerText()
const firstAddress = async () => {
  await go('receive')
  await screen.see('Copy address')
  return (await screen.read('main .address'))[0]!.replace(/\s/g, '')
}

/** Unlocks the chosen wallet. @param name - Its name, in the header afterwards. */
async function enter(name: string, word = password) {
  await screen.see('Unlock')
  await screen.fill('Password', word)
  await screen.press('Unlock')
  await page.getByRole('link', { name: `Wallets: ${name}` }).waitFor({ timeout: 60_000 })
}

/** Opens the part of a wallet in the list where it is changed. */
const change = (name: string) => page.locator(`summary[aria-label="Change ${name}"]`).click()

let first: string
let second: string

describe('two wallets', () => {
  test('a second one is created after the first is locked, with a free name', async () => {
    first = await firstAddress()
    await page.getByRole('link', { name: 'Wallets: My wallet' }).click()
    await screen.see('Open now')
    await look('one')
    await screen.press('Create another wallet')
    await screen.see('Create a wallet')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('My wallet 2')
    await screen.fill('Name', 'MY WALLET')
    await screen.see('Another wallet has this name, or a similar one.')
    await screen.fill('Name', ' Εφεδρεία 👛 ')
    await choosePassword(screen)
    await screen.press('Create wallet')
    await screen.see('Write these words down')
    const words = (await screen.read('ol li')).map((item) => item.replace(/^\d+\s*/, '').trim())
    await screen.press('I have written them down')
    for (let question = 0; question < 3; question += 1) {
      await screen.see(`${question} of 3 checked`)
      const [position] = await screen.read('strong')
      await screen.press(words[Number(position) - 1]!)
    }
    await page.getByRole('link', { name: 'Wallets: Εφεδρεία 👛' }).waitFor()
    second = await firstAddress()
    expect(second).not.toBe(first)
  })

  test('are switched, which locks the open one', async () => {
    await go('wallets')
    await look('two')
    await screen.press('Open My wallet')
    expect(await asked()).toContain('My wallet')
    await look('unlock')
    await enter('My wallet')
    expect(await firstAddress()).toBe(first)
  })

  test('are both there after a reload, with the place of the address bar', async () => {
    await go('wallets')
    await screen.reload()
    await screen.see('Unlock')
    await page.getByRole('radio', { name: 'Εφεδρεία 👛' }).check()
    await enter('Εφεδρεία 👛')
    await screen.see('Open now')
    expect(await firstAddress()).toBe(second)
  })

  test('error: a wrong password opens neither', async () => {
    await screen.press('Lock')
    expect(await asked()).toContain('Εφεδρεία 👛')
    await screen.fill('Password', 'wrong')
    await screen.press('Unlock')
    await screen.see('That is not the password of this wallet.')
    await page.getByRole('radio', { name: 'My wallet' }).check()
    await screen.fill('Password', 'wrong')
    await screen.press('Unlock')
    await screen.see('That is not the password of this wallet.')
    await page.getByRole('radio', { name: 'Εφεδρεία 👛' }).check()
    await enter('Εφεδρεία 👛')
  })
})

describe('a wallet in the list', () => {
  test('error: is not renamed or removed while it is open', async () => {
    await go('wallets')
    await change('Εφεδρεία 👛')
    await screen.see('Lock this wallet to rename or remove it.')
    expect(await page.getByLabel('New name', { exact: true }).count()).toBe(0)
    expect(await button('Remove wallet').count()).toBe(0)
  })

  test('has a mark of its own, which stays with its new name', async () => {
    await go('overview')
    await go('wallets')
    await change('My wallet')
    await screen.tick('Violet leaf')
    await screen.fill('New name', 'a/b')
    await screen.see('A name cannot contain a slash or invisible control characters.')
    await screen.fill('New name', 'Savings')
    await look('change')
    await screen.press('Rename')
    await screen.see('The wallet is now called “Savings”.')
    const mark = page.locator('li', { hasText: 'Savings' }).locator('.name [data-mark]')
    expect(await mark.getAttribute('data-mark')).toBe('3')
    await screen.press('Open Savings')
    await enter('Savings')
    expect(await firstAddress()).toBe(first)
  })

  test('error: is not renamed or removed while another tab has it open', async () => {
    const other = await screen.newTab()
    await other.open(nightjar.url)
    await other.see('Unlock')
    await other.press('Manage wallets')
    const tab = screen.context.pages().at(-1)!
    await tab.locator('summary[aria-label="Change Savings"]').click()
    await tab.locator('summary[aria-label="Remove this wallet: Savings"]').click()
    await other.fill('Type the name of the wallet to confirm', 'Savings')
    await other.press('Remove wallet')
    await other.see('This wallet is open in another tab. Close it there.')
    await other.fill('New name', 'Stolen')
    await other.press('Rename')
    await expect.poll(() => tab.getByRole('alert').count()).toBe(2)
    await other.close()
    expect(await firstAddress()).toBe(first)
  })

  test('is removed by the keyboard alone, after its name was typed', async () => {
    await screen.press('Lock')
    await screen.see('Unlock')
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
    /** Tab to the control with this name. */
    const tabTo = async (reached: () => Promise<boolean>) => {
      for (let step = 0; step < 40 && !(await reached()); step++) await press('Tab')
      expect(await reached()).toBe(true)
    }
    const text = () => page.evaluate(() => document.activeElement?.textContent?.trim())
    await tabTo(async () => (await text()) === 'Manage wallets')
    await press('Enter')
    await screen.see('Each has its own seed words')
    await tabTo(async () => (await focused()) === 'Change Savings')
    await press('Enter')
    await tabTo(async () => (await focused()) === 'Remove this wallet: Savings')
    await press('Enter', 'Tab')
    await page.keyboard.type('Saving')
    expect(await button('Remove wallet').isDisabled()).toBe(true)
    await look('remove')
    await page.keyboard.type('s')
    await press('Enter')
    await screen.see('The wallet “Savings” was removed from this browser.')
    expect(await text()).toBe('The wallet “Savings” was removed from this browser.')
    await tabTo(async () => (await focused()) === 'Open Εφεδρεία 👛')
    await press('Enter')
    await page.keyboard.type(password)
    await press('Enter')
    await page.getByRole('link', { name: 'Wallets: Εφεδρεία 👛' }).waitFor()
    expect(await firstAddress()).toBe(second)
  })

  test('that is removed leaves nothing behind', async () => {
    const names = await screen.run(`new Promise((resolve) => {
      const opening = indexedDB.open('nightjar')
      opening.onsuccess = () => {
        const all = opening.result.transaction('records').objectStore('records').getAllKeys()
        all.onsuccess = () => {
          opening.result.close()
          resolve([...new Set(all.result.map(([wallet]) => wallet))])
        }
      }
    })`)
    expect(names).toEqual(['Εφεδρεία 👛'])
    expect(await screen.run(`localStorage.getItem('nightjar.wallet-marks')`)).toBe('[]')
  })
})

test('axe-core finds no fault, in either theme', () => {
  expect(faults).toEqual([])
})
