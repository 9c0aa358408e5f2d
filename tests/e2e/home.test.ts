/** Overview and receive: a request paid by monero-wallet-rpc, the chart, hidden amounts, many addresses, integrated ones. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  startMinerWallet,
  startMonerod,
  type Monerod,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, unlock } from './journey.ts'
import { tabTo } from './keyboard.ts'
import { lookFaults } from './look.ts'

let node: Monerod
let other: WalletRpc
let nightjar: Nightjar
let screen: ChromiumScreen
let page: Page
const faults: string[] = []
const xmr = 1_000_000_000_000

const go = (place: string) => screen.run<void>(`void (location.hash = '#/${place}')`)
const copied = () => screen.run<string>('navigator.clipboard.readText()')
const addressRows = () => page.getByRole('list', { name: 'Addresses' }).getByRole('listitem')
const request = () => page.getByRole('article', { name: 'Payment request' })
const filterOf = (list: string) =>
  page.getByRole('region', { name: list, exact: true }).getByLabel('Show', { exact: true })
/** Without waiting for the next periodic refresh. */
const refresh = () => screen.run<void>(`void dispatchEvent(new Event('online'))`)
/** Not the notes of its buttons to copy. */
const state = () => request().locator('p[role=status]')
const shown = async (selector: string) => (await screen.read(selector))[0]!.replace(/\s/g, '')

/** The share sheet, which a headless browser lacks. It was closed by the user once. */
function simulateShare() {
  const shared: unknown[] = []
  const share = async (what: unknown) => {
    shared.push(what)
    if (shared.length === 1) throw new DOMException('Share canceled', 'AbortError')
  }
  Object.assign(globalThis, { shared })
  Object.assign(navigator, { share })
}

const look = async (name: string) => void faults.push(...(await lookFaults(screen, `home-${name}`)))

beforeAll(async () => {
  node = await startMonerod()
  other = await startMinerWallet(node.address)
  await node.mine(100)
  await other.call('refresh')
  nightjar = await startNightjar({ upstream: node.url })
  screen = await openChromium()
  page = screen.context.pages().at(-1)!
  await page.addInitScript(simulateShare)
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await screen.see('Up to date', 120_000)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
  await other.stop()
  await node.stop()
})

test('an empty wallet shows how to receive, and how old its newest block is', async () => {
  await screen.see('No transactions yet.')
  const status = page.getByRole('region', { name: 'Sync and node' })
  await expect.poll(() => status.innerText()).toMatch(/Up to date\s+Block 101, .* old/)
  expect(await page.getByRole('heading', { name: 'Months' }).count()).toBe(0)
  await look('empty')
})

describe('a payment request', () => {
  test('is made by keyboard alone, and its link is one that Monero reads', async () => {
    await go('receive')
    await screen.see('New payment request')
    await look('receive')
    await page.getByRole('heading', { name: 'Payment requests' }).focus()
    await tabTo(page, 'Amount in XMR')
    await page.keyboard.type('1.5')
    await tabTo(page, 'Description')
    await page.keyboard.type('Two loaves & a cake')
    await tabTo(page, 'Recipient name')
    await page.keyboard.type('Bakery')
    await page.keyboard.press('Enter')
    await expect.poll(() => state().innerText()).toBe('Waiting for payment')
    await expect
      .poll(() => screen.run('document.activeElement.textContent'))
      .toBe('Two loaves & a cake')
    await tabTo(page, 'Copy link')
    await page.keyboard.press('Enter')
    await expect.poll(copied).toMatch(/^monero:/)
    expect(await other.call('parse_uri', { uri: await copied() })).toEqual({
      uri: {
        address: await shown('article .address'),
        amount: BigInt(1.5 * xmr),
        payment_id: '',
        recipient_name: 'Bakery',
        tx_description: 'Two loaves & a cake',
      },
    })
    await look('request')
  })

  test('is shared as its link; closing the share sheet is no error', async () => {
    await screen.press('Copy link')
    const link = { text: await copied() }
    await screen.press('Share')
    await expect.poll(() => screen.run('shared')).toEqual([link])
    await screen.press('Share')
    await expect.poll(() => screen.run('shared')).toEqual([link, link])
    expect(await request().getByRole('alert').count()).toBe(0)
  })

  test('is on paper alone', async () => {
    await page.emulateMedia({ media: 'print' })
    for (const gone of ['Copy link', 'New payment request', 'Search addresses', 'Lock'])
      expect(await page.getByText(gone, { exact: true }).first().isVisible(), gone).toBe(false)
    expect(await page.getByRole('img', { name: 'Payment request' }).isVisible()).toBe(true)
    await screen.shoot('home-request-print')
    await page.emulateMedia({ media: 'screen' })
  })

  test('is seen, then counts confirmations, and is complete after ten', async () => {
    const address = await shown('article .address')
    const pay = (amount: number) =>
      other.call('transfer', { destinations: [{ address, amount }], priority: 1 })
    await pay(0.5 * xmr)
    await refresh()
    await expect.poll(() => state().innerText(), { timeout: 60_000 }).toBe('Partly paid')
    await pay(1 * xmr)
    await refresh()
    await expect
      .poll(() => state().innerText(), { timeout: 60_000 })
      .toBe('Payment seen, not in a block yet')
    await node.mine(1)
    await refresh()
    await expect
      .poll(() => state().innerText(), { timeout: 60_000 })
      .toBe('Paid, 1 of 10 confirmations')
    await look('request-paid')
  })

  test('locks its amount, with the time until it unlocks', async () => {
    await go('overview')
    const locked = page.getByRole('list', { name: 'Locked amounts' })
    await expect
      .poll(async () => (await locked.innerText()).replace(/\s+/g, ' '))
      .toContain('1.5000 XMR in 9 blocks, about 18 minutes')
    await node.mine(9)
    await refresh()
    await screen.see('Block 111', 60_000)
    await expect.poll(() => locked.count()).toBe(0)
    await go('receive')
    await filterOf('Payment requests').selectOption('Paid requests')
    await page
      .getByRole('button', { name: /Two loaves/ })
      .first()
      .click()
    await expect.poll(() => state().innerText()).toBe('Paid and spendable')
    await screen.press('Close')
    expect(await request().count()).toBe(0)
    expect(await screen.run('document.activeElement.textContent')).toBe('Payment requests')
    await filterOf('Payment requests').selectOption('Open requests')
    await screen.see('None.')
  })
})

describe('the months', () => {
  test('are a chart, and a table with the same numbers', async () => {
    await go('overview')
    await page.getByRole('img', { name: 'Balance at the end of each month' }).waitFor()
    await page.getByRole('img', { name: 'Income and spending of each month' }).waitFor()
    expect(await page.locator('rect.income').count()).toBe(6)
    await look('chart')
    await page.getByRole('button', { name: 'Show as table' }).press('Enter')
    const rows = page.getByRole('table').getByRole('row')
    expect(await rows.count()).toBe(7)
    const month = await screen.run<string>(
      `new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric' }).format(new Date())`,
    )
    expect((await rows.nth(1).innerText()).split(/\s*\t\s*/)).toEqual([
      month,
      '1.5000',
      '0.0000',
      '1.5000',
    ])
    await look('table')
  })
})

describe('hidden amounts', () => {
  test('are nowhere on the screen, also after a reload', async () => {
    await page.getByRole('button', { name: 'Hide amounts' }).press('Enter')
    const isHidden = async () => {
      await screen.see('Up to date', 120_000)
      expect(await screen.read('body')).not.toContainEqual(expect.stringContaining('1.5000'))
      expect(await page.title()).toBe('Overview · Nightjar')
    }
    await isHidden()
    await page.getByRole('button', { name: 'Show as table' }).press('Enter')
    await screen.see('Amounts are hidden.')
    await screen.reload()
    await unlock(screen)
    await screen.see('Amounts are hidden.')
    await isHidden()
    await look('hidden')
    await page.getByRole('button', { name: 'Hide amounts' }).press('Enter')
    await screen.see('1.5000')
  })
})

describe('addresses', () => {
  test('are created several at once, each with its label', async () => {
    await go('receive')
    await page.getByText('Several addresses at once').click()
    await screen.fill('Labels', ' Anna\n\nBoris \nZoë')
    await screen.press('Create addresses')
    await screen.see('3 addresses created.')
    for (const name of ['Anna', 'Boris', 'Zoë'])
      await expect.poll(() => addressRows().filter({ hasText: name }).count()).toBe(1)
    await look('several')
  })

  test('are found among ten thousand, with few rows in the document', async () => {
    await go('console/wallet/create_address')
    await screen.see('As a shell command')
    await screen.fill('count', '10000')
    await screen.fill('label', 'Stall')
    await screen.press('Call')
    await screen.see('Copy answer', 120_000)
    await go('receive')
    await screen.see('10,005 addresses', 60_000)
    expect(await addressRows().count()).toBeLessThan(60)
    await page.getByLabel('Search addresses').fill('two loaves')
    await expect.poll(() => addressRows().count()).toBe(1)
    await page.getByLabel('Search addresses').fill('9321')
    await expect.poll(() => addressRows().count()).toBeGreaterThan(0)
    await page.getByLabel('Search addresses').fill('')
    await filterOf('Addresses').selectOption('Used addresses')
    await screen.see('1 address')
    await filterOf('Addresses').selectOption('New addresses')
    await screen.see('10,004 addresses')
    await filterOf('Addresses').selectOption('All addresses')
  })

  test('are reached by the arrow keys', async () => {
    const focused = () => screen.run<string>('document.activeElement.textContent')
    await addressRows().first().getByRole('button').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toMatch(/^10003/)
    await page.keyboard.press('End')
    await expect.poll(focused).toMatch(/^0\s*Primary account/)
    expect(await addressRows().count()).toBeLessThan(60)
    await page.keyboard.press('ArrowUp')
    await expect.poll(focused).toMatch(/^1\s*Two loaves/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Two loaves & a cake' }).waitFor()
    await screen.see('Already used.')
    await look('addresses')
  })
})

describe('integrated addresses', () => {
  test('are made, and split as monero-wallet-rpc splits them', async () => {
    await page.getByText('Integrated addresses').click()
    await screen.fill('Payment ID', 'no payment ID')
    await screen.press('Make integrated address')
    await screen.see('The payment id is not valid.')
    await screen.fill('Payment ID', '0123456789abcdef')
    await screen.press('Make integrated address')
    await screen.press('Copy integrated address')
    await expect.poll(copied).toHaveLength(106)
    const integrated = await copied()
    await screen.fill('Integrated address to split', integrated)
    await screen.press('Split address')
    const split = page.getByRole('status').filter({ hasText: 'Payment ID' }).last()
    await expect.poll(() => split.innerText()).toContain('0123456789abcdef')
    await look('integrated')
    const address = (await split.locator('.address').innerText()).replace(/\s/g, '')
    expect(
      await other.call('split_integrated_address', { integrated_address: integrated }),
    ).toMatchObject({ payment_id: '0123456789abcdef', standard_address: address })
  })
})

test('axe-core finds no fault', () => {
  expect(faults).toEqual([])
  expect(screen.errors()).toEqual([])
})
