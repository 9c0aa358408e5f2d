/** Coins: choose, label, freeze, pay with exactly the chosen ones, sweep, split; a real monerod names what was spent. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  minerAddress,
  startMinerWallet,
  startMonerod,
  type Monerod,
  type Result,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, unlock } from './journey.ts'
import { press, tabTo } from './keyboard.ts'
import { lookFaults } from './look.ts'

let node: Monerod
let other: WalletRpc
let nightjar: Nightjar
let screen: ChromiumScreen
let page: Page
const faults: string[] = []
const mined = 20
const xmr = 1_000_000_000_000

const go = (place: string) => screen.run<void>(`void (location.hash = '#/${place}')`)
const row = (title: string) => page.getByRole('listitem').filter({ hasText: title })
const checkbox = (title: string) => row(title).getByRole('checkbox')

const look = async (name: string) =>
  void faults.push(...(await lookFaults(screen, `coins-${name}`)))

async function newAddress(label: string): Promise<string> {
  await page.getByLabel('Label of the new address').fill(label)
  await screen.press('New address')
  await page.getByRole('heading', { name: label }).waitFor()
  return (await screen.read('main .address'))[0]!.replace(/\s/g, '')
}

/** Mines blocks and waits until the page has scanned them. */
async function mine(blocks: number) {
  const height = await node.mine(blocks)
  await screen.see(`Block ${height}`, 120_000)
}

/** The key image that the details of a coin show. */
async function keyImageOf(title: string): Promise<string> {
  await row(title).getByRole('link').click()
  await screen.see('One-time key')
  const [shown = ''] = await screen.read('main .facts dt:text-is("Key image") + dd')
  expect(shown.trim()).toMatch(/^[0-9a-f]{64}$/)
  await page.goBack()
  await row(title).waitFor()
  return shown.trim()
}

/** The newest transaction of the pool: its inputs and number of outputs, as monerod has it. */
async function newestOfPool(): Promise<{ keyImages: string[]; outputs: number }> {
  const { transactions } = await node.get('/get_transaction_pool')
  expect(transactions).toHaveLength(1)
  const { vin, vout } = JSON.parse(transactions[0].tx_json)
  return {
    keyImages: vin.map(({ key }: Result) => key.k_image).sort(),
    outputs: vout.length,
  }
}

beforeAll(async () => {
  node = await startMonerod()
  other = await startMinerWallet(node.address)
  nightjar = await startNightjar({ upstream: node.url })
  screen = await openChromium()
  page = screen.context.pages().at(-1)!
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await go('receive')
  await screen.see('Copy address')
  const [shown = ''] = await screen.read('main .address')
  const fair = await newAddress('Fair')
  const shop = await newAddress('Shop')
  await node.mine(12)
  await node.mine(mined, shown.replace(/\s/g, ''))
  await node.mine(65)
  await other.call('refresh')
  const pay = (...destinations: [address: string, amount: number][]) =>
    other.call('transfer', {
      destinations: destinations.map(([address, amount]) => ({ address, amount })),
    })
  await pay([fair, 3 * xmr])
  await pay([shop, 5 * xmr], [shop, 0.02 * xmr], [shop, 0.03 * xmr])
  await mine(11)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
  await other.stop()
  await node.stop()
})

describe('the list of coins', () => {
  test('has all outputs, in the chosen order', async () => {
    await go('coins')
    await screen.see(`${mined + 4} coins`)
    expect(await row('Fair').count()).toBe(1)
    expect(await row('Shop').count()).toBe(3)
    await page.getByLabel('Order').selectOption('Smallest first')
    await expect.poll(() => page.getByRole('listitem').first().innerText()).toContain('0.0200')
    await page.getByLabel('Order').selectOption('Newest first')
    await screen.fill('Search', 'shop')
    await screen.see(`3 of ${mined + 4} coins`)
    await screen.press('Clear search and filters')
    await look('list')
  })

  test('labels a coin in the wallet', async () => {
    await row('Fair').getByRole('link').click()
    await screen.fill('Label', 'Sold the bicycle')
    await look('detail')
    await screen.press('Save label')
    await screen.see('Saved.')
    await screen.reload()
    await unlock(screen)
    const stored = await screen.run<string>('JSON.stringify({ ...localStorage })')
    expect(stored).not.toContain('bicycle')
    await go('coins')
    await screen.see('Sold the bicycle')
  })

  test('freezes a coin, which the balance shows, and thaws it', async () => {
    await checkbox('Sold the bicycle').check()
    await screen.press('Freeze')
    await screen.see('1 of them is frozen.')
    expect(await page.getByRole('button', { name: 'Pay with these' }).isDisabled()).toBe(true)
    await expect.poll(() => row('Sold the bicycle').innerText()).toContain('Frozen')
    await look('frozen')
    await screen.press('Thaw')
    await screen.see('What others could learn')
    await screen.press('Clear choice')
  })
})

describe('a payment with chosen coins', () => {
  test('by keyboard alone spends exactly these, and warns that it links two addresses', async () => {
    const images = [await keyImageOf('Sold the bicycle'), await keyImageOf('5.0000')].sort()
    // The list has one checkbox in the tab order; arrow keys move it.
    await screen.fill('Search', '.0000')
    const titles = await page.getByRole('listitem').getByRole('link').allInnerTexts()
    const wanted = titles.flatMap((text, at) => (/bicycle|\b5\.0000/.test(text) ? [at] : []))
    expect(wanted).toHaveLength(2)
    await page.getByLabel('Search').focus()
    await tabTo(page, /^Choose (?!all)/)
    await press(page, 'Home')
    for (let at = 0; at <= wanted[1]!; at++) {
      if (wanted.includes(at)) await press(page, 'Space')
      if (at < wanted[1]!) await press(page, 'ArrowDown')
    }
    await screen.see('2 coins chosen')
    await screen.see('1 warning: what others could learn')
    await tabTo(page, '1 warning: what others could learn')
    await press(page, 'Enter')
    await screen.see('The coins came to 2 addresses.')
    await look('chosen')
    await tabTo(page, 'Pay with these')
    await press(page, 'Enter')
    await screen.see('Paying with 2 chosen coins')
    await tabTo(page, 'To')
    await page.keyboard.type(minerAddress)
    await tabTo(page, 'Amount in XMR')
    await page.keyboard.type('1.25')
    await look('send')
    await tabTo(page, 'Review')
    await press(page, 'Enter')
    await screen.see('Send now', 120_000)
    await tabTo(page, 'Send now')
    await press(page, 'Enter')
    await screen.see('Payment sent', 60_000)
    expect(await newestOfPool()).toEqual({ keyImages: images, outputs: 2 })
    await mine(1)
    await screen.press('Send another')
    await screen.see('Choose the coins to pay with')
  })

  test('error: they are not enough, and any coins are used after all', async () => {
    await go('coins')
    await screen.fill('Search', '0.0300')
    await checkbox('Shop').check()
    await screen.press('Pay with these')
    await screen.fill('To', minerAddress)
    await screen.fill('Amount in XMR', '1')
    await screen.press('Review')
    await screen.see('The chosen coins are not enough for this amount and its fee.', 120_000)
    await screen.press('Use any coins')
    await screen.press('Review')
    await screen.see('Send now', 120_000)
    await screen.press('Edit')
    await go('coins')
    await screen.press('Clear choice')
    await screen.press('Clear search and filters')
    await expect.poll(() => row('0.0200').count()).toBe(1)
  })
})

describe('many coins at once', () => {
  test('below an amount are joined in this account', async () => {
    const images = [await keyImageOf('0.0300'), await keyImageOf('0.0200')].sort()
    await page.getByRole('link', { name: 'Send many coins at once' }).click()
    await screen.tick('All coins below an amount')
    await screen.fill('Coins below this amount in XMR', '0.05')
    await screen.tick('This account, which joins the coins into one')
    await look('sweep')
    await screen.press('Review')
    await screen.see('2 coins are from the same transaction.', 120_000)
    await look('sweep-review')
    await screen.press('Send now')
    await screen.see('Payment sent', 60_000)
    expect(await newestOfPool()).toEqual({ keyImages: images, outputs: 2 })
    await mine(1)
  })

  test('of one address are sent away', async () => {
    await mine(10)
    await screen.press('Send another')
    await screen.tick('Everything at one address')
    await page.getByLabel('Address to empty').selectOption({ index: 1 })
    await screen.fill('Recipient', 'no address')
    await page.getByLabel('Recipient').blur()
    await screen.see('This is not a Monero address of this network.')
    await screen.fill('Recipient', minerAddress)
    await page.getByLabel('Recipient').blur()
    await screen.press('Review')
    await screen.see('Check before sending', 120_000)
    await screen.press('Edit')
    await screen.see('Which coins')
  })
})

describe('a split', () => {
  test('makes parts of given sizes from a chosen coin, at new addresses', async () => {
    await go('coins')
    await page.getByLabel('Show').selectOption('Spendable now')
    await page.getByLabel('Order').selectOption('Oldest first')
    await page.getByRole('listitem').first().getByRole('checkbox').check()
    await screen.see('1 coin chosen')
    await page.getByRole('link', { name: 'Split', exact: true }).click()
    await screen.see('1 chosen coin')
    await screen.fill('Number of parts', '16')
    await screen.see('Enter a number from 2 to 15.')
    await screen.fill('Number of parts', '3')
    await screen.tick('Sizes of your choice')
    for (const [at, size] of ['1', '2', '0.5'].entries())
      await screen.fill(`Part ${at + 1} in XMR`, size)
    await screen.tick('A new address of this account for each')
    await look('split')
    await screen.press('Review')
    await screen.see('Makes 3 parts in this account.', 120_000)
    await look('split-review')
    await screen.press('Send now')
    await screen.see('Payment sent', 60_000)
    const { keyImages, outputs } = await newestOfPool()
    expect([keyImages.length, outputs]).toEqual([1, 4])
    await mine(1)
    await go('coins')
    await screen.press('Clear search and filters')
    await screen.fill('Search', 'Part of a split')
    await screen.see('3 of')
    const parts = await page.getByRole('listitem').allInnerTexts()
    expect(parts.join(' ')).toMatch(/From this wallet/)
  })
})

test('axe-core finds no fault', () => {
  expect(faults).toEqual([])
  expect(screen.errors()).toEqual([])
})
