/** Accounts, groups of settings, the search over everything, and keys. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, mineCoins, sendCoins, unlock } from './journey.ts'
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
  await mineCoins(screen)
})
afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

const look = async (name: string) =>
  void faults.push(...(await lookFaults(screen, `navigation-${name}`)))

const go = (place: string) => screen.run<void>(`void (location.hash = '#/${place}')`)
const hash = () => screen.run<string>('location.hash')
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
/** The field of the search over everything. */
const box = () => page.locator('dialog input[role=combobox]')
const picked = () =>
  page.getByLabel('Account', { exact: true }).locator('option:checked').innerText()

describe('accounts', () => {
  test('are created, labelled and tagged', async () => {
    await go('settings/accounts')
    await page.getByRole('link', { name: 'Open accounts' }).click()
    await screen.see('Funds of different accounts are never')
    await look('one-account')
    await screen.fill('Label of the new account', 'Shop')
    await screen.press('New account')
    await expect.poll(hash).toBe('#/accounts?account=1')
    await page.locator('summary[aria-label="Change Shop"]').click()
    await screen.fill('Label', 'Bakery')
    await screen.fill('Tag', 'work')
    await screen.press('Save')
    await page.getByRole('heading', { name: 'work' }).waitFor()
    await page.locator('summary[aria-label="Change Bakery"]').click()
    expect(await page.getByLabel('Label', { exact: true }).inputValue()).toBe('Bakery')
    expect(await page.getByLabel('Tag', { exact: true }).inputValue()).toBe('work')
    await look('accounts')
    await screen.press('Show Primary account')
    await page.locator('#balance').waitFor()
    expect(await hash()).toBe('#/overview')
    expect(await picked()).toMatch(/^Primary account: [\d.\s]+ XMR$/)
  })

  test('are switched with balances and tags, and stay from screen to screen and after a reload', async () => {
    await page.getByLabel('Account', { exact: true }).selectOption({ label: 'Bakery: 0.0000 XMR' })
    await expect.poll(hash).toBe('#/overview?account=1')
    await page.getByRole('link', { name: 'Receive' }).first().click()
    await expect.poll(hash).toBe('#/receive?account=1')
    await screen.see('Copy address')
    await screen.reload()
    await screen.see('Unlock')
    await screen.fill('Password', 'quiet lantern harbour kiosk 93')
    await screen.press('Unlock')
    await screen.see('Copy address')
    expect(await picked()).toBe('Bakery: 0.0000 XMR')
    await look('switched')
  })

  test('error: an account that does not exist changes nothing', async () => {
    await go('receive?account=99')
    await screen.see('Copy address')
    expect(await picked()).toBe('Bakery: 0.0000 XMR')
    await go('overview?account=0')
    await expect.poll(picked).toMatch(/^Primary account/)
  })
})

describe('settings', () => {
  const cards = () =>
    page
      .locator('main section.card:visible')
      .evaluateAll((found) => found.map((card) => card.getAttribute('aria-labelledby')))

  test('are in groups, each with an address', async () => {
    await go('settings')
    await screen.see('Backup and safety')
    await look('settings')
    await page.getByRole('link', { name: 'Node and verification' }).click()
    expect(await hash()).toBe('#/settings/network')
    await expect.poll(() => screen.run('document.activeElement.id')).toBe('network')
    await go('settings/locking')
    await expect.poll(() => screen.run('document.activeElement.id')).toBe('locking')
  })

  test('are found by words of their texts', async () => {
    await screen.fill('Search settings', 'inactivity')
    await expect.poll(cards).toEqual(['locking'])
    await screen.see('One setting is shown.')
    await screen.fill('Search settings', 'KEY wallets')
    await expect.poll(cards).toContain('key-file')
    await look('settings-search')
    await screen.fill('Search settings', 'no such word')
    await screen.see('No setting contains these words.')
    expect(await cards()).toEqual([])
    await screen.fill('Search settings', '')
    await expect.poll(async () => (await cards()).length).toBeGreaterThan(10)
  })
})

describe('the search over everything', () => {
  beforeAll(async () => {
    await sendCoins(
      screen,
      { to: minerAddress, amount: '0.5', note: 'Flour for May' },
      async () => {},
    )
    await screen.run(`location.hash = '#/overview'`)
  })

  const open = async () => {
    // A dialog that closes still takes the keys.
    await expect.poll(() => page.locator('dialog').count()).toBe(0)
    await press('Control+k')
    await box().waitFor()
    await screen.see(' results')
  }

  test('opens with the button and with keys, and closes with Escape', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await box().waitFor()
    await look('search')
    await press('Escape')
    await expect.poll(() => box().count()).toBe(0)
    expect(await screen.run('document.activeElement.textContent.trim()')).toBe('Search')
    await open()
    expect(await screen.run('document.activeElement.role')).toBe('combobox')
  })

  test('names the active result for screen readers', async () => {
    await page.keyboard.type('set')
    const active = () => box().getAttribute('aria-activedescendant')
    const first = await active()
    await press('ArrowDown')
    expect(await active()).not.toBe(first)
    const option = page.locator(`[id="${await active()}"]`)
    expect(await option.getAttribute('aria-selected')).toBe('true')
    expect(await page.locator('[aria-selected="true"]').count()).toBe(1)
    await press('ArrowUp')
    expect(await active()).toBe(first)
  })

  test.each([
    ['verify new', '#/settings/whole-blocks'],
    ['scan feed', '#/settings/scan-feed'],
    ['bakery', '#/overview?account=1'],
    ['console', '#/console'],
  ])('goes to “%s” by the keyboard', async (query, place) => {
    if ((await box().count()) === 0) await open()
    await box().fill(query)
    await press('Enter')
    await expect.poll(hash).toBe(place)
    await expect.poll(() => box().count()).toBe(0)
  })

  test('finds a transaction by its note, in another account', async () => {
    await go('overview?account=1')
    await open()
    await look('search-results')
    await page.keyboard.type('flour may')
    await screen.see('One result')
    await press('Enter')
    await screen.see('Prove this payment')
    expect(await hash()).toMatch(/^#\/history\/[0-9a-f]{64}\?account=0$/)
  })

  test('finds an own address by its label, and shows it', async () => {
    await go('receive')
    await screen.see('Copy address')
    await open()
    await page.keyboard.type('bakery address')
    await press('Enter')
    await expect.poll(hash).toBe('#/receive/0?account=1')
    await screen.see('Copy address')
    await go('overview?account=0')
  })

  test('keeps nothing of what was typed', async () => {
    await open()
    await page.keyboard.type('secret query')
    await press('Escape')
    const kept = await screen.run<string>(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.hash])',
    )
    expect(kept).not.toContain('secret')
    await open()
    expect(await box().inputValue()).toBe('')
    await press('Escape')
  })

  test('locks the wallet', async () => {
    await open()
    await page.keyboard.type('lock this')
    await press('Enter')
    await unlock(screen)
  })
})

describe('keys', () => {
  test('are listed under “?”, and go to screens', async () => {
    await screen.run('document.activeElement.blur()')
    await press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await look('keys')
    await press('Escape')
    await press('g', 'h')
    await expect.poll(hash).toBe('#/history')
  })

  test('act at once after a dialog with a field was closed', async () => {
    await press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await screen.run<void>(`void (() => {
      const field = document.querySelector('dialog input')
      field.focus()
      field.closest('dialog').close()
      for (const key of ['g', 'o'])
        field.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })()`)
    await expect.poll(hash).toBe('#/overview')
  })

  test('open the search again at once after it was closed', async () => {
    await press('Control+k')
    await box().waitFor()
    // A dialog fires its event `close` only after the key.
    await screen.run<void>(`void (() => {
      document.querySelector('dialog[open]').close()
      const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key))
    })()`)
    await box().waitFor()
    await press('Escape')
    await expect.poll(() => box().count()).toBe(0)
  })

  test('do nothing in a field', async () => {
    await go('settings')
    await page.getByLabel('Search settings').click()
    await page.keyboard.type('gh?/')
    expect(await page.getByLabel('Search settings').inputValue()).toBe('gh?/')
    expect(await hash()).toBe('#/settings')
    expect(await page.locator('dialog').count()).toBe(0)
    await page.getByLabel('Search settings').fill('')
  })

  test('of single characters can be switched off', async () => {
    await page.getByLabel('Use shortcuts of single keys').uncheck()
    await screen.run('document.activeElement.blur()')
    await press('g', 'h', '?')
    expect(await hash()).toBe('#/settings')
    expect(await page.locator('dialog').count()).toBe(0)
    await press('Control+k')
    await box().waitFor()
    await press('Escape')
    await page.getByLabel('Use shortcuts of single keys').check()
  })
})

test('axe-core finds no fault, in either theme', () => {
  expect(faults).toEqual([])
})
