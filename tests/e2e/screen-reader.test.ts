/** What a screen reader says: the accessibility tree of every screen, the words of the main journeys, and live regions. */
import { readdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { places, type Place } from '../../web/places.ts'
import { openPlace } from '../screens/look.ts'
import { makeScene } from '../screens/scene.ts'
import {
  startMinerWallet,
  startMonerod,
  type Monerod,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { listen, saidSince, settledTree, spoken, treeFaults } from './accessibility.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { at, focused, press } from './keyboard.ts'

let node: Monerod
let nightjar: Nightjar
let other: WalletRpc
let screen: ChromiumScreen
let page: Page
/** What is said of each screen on the way to the first payment. */
const journey: Record<string, string[]> = {}
const faults: string[] = []
/** What was said by itself until the first payment was sent. */
let saidBefore: string[]

const xmr = 1_000_000_000_000

/** Headings of the screens before a wallet is open. */
const entrance: Record<string, string> = {
  welcome: 'A Monero wallet in this browser',
  create: 'Create a wallet',
  seed: 'Write these words down',
  confirm: 'Check your notes',
}

async function note(name: string) {
  // On a slow machine, the page would rate a password by its length before the lists of words are loaded.
  if (name === 'welcome') {
    const lists = readdirSync('dist/page/assets').find((file) => file.startsWith('rate-password-'))
    await screen.run(`import('/assets/${lists}').then(() => true)`)
  } else if (name === 'create') await screen.see('Very strong', 120_000)
  const tree = await settledTree(page)
  journey[name] = spoken(tree).map(general)
  const heading = entrance[name] ?? (name === 'empty' ? 'Overview' : 'Send')
  faults.push(...treeFaults(tree, heading).map((fault) => `${name}: ${fault}`))
  if (name === 'pay-sent') saidBefore = await saidSince(page)
}

/** Without what differs from run to run: words of the seed, ratings in years, addresses, fees and what is left. */
const general = (line: string) =>
  line
    .replace(/^button: [a-z]+$/, 'button: WORD')
    .replace(/^status: Very strong.*/, 'status: Very strong')
    .replace(/\w{8}…\w{8}/, 'ADDRESS')
    .replace(/\s/g, ' ')
    .replace(/(\d) \./g, '$1.')
    .replace(/ [\d ]*\d\.\d+(?= XMR)/g, (amount) => (amount === ' 1.250000000000' ? amount : ' #'))

beforeAll(async () => {
  node = await startMonerod()
  other = await startMinerWallet(node.address)
  nightjar = await startNightjar({ upstream: node.url })
  screen = await openChromium()
  page = screen.context.pages().at(-1)!
  await listen(screen.context)
  await makeScene(screen, nightjar.url, note)
  const height = await node.mine(70)
  await other.call('refresh', {})
  await screen.see(`Block ${height}`, 120_000)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
  await other.stop()
  await node.stop()
})

/** Waits until this was said. @param nudge - Whether the page asks the node meanwhile. @returns All that was said. */
async function hear(line: string, nudge = false): Promise<string[]> {
  const heard: string[] = []
  const listened = async () => {
    if (nudge) await screen.run('void dispatchEvent(new Event("online"))')
    heard.push(...(await saidSince(page)))
    return heard
  }
  await expect.poll(listened, { timeout: 120_000, interval: 500 }).toContain(line)
  return heard
}

describe('the accessibility tree', () => {
  /** Screens whose first heading is not the title of the window: this wallet is not shared yet. */
  const headings: Partial<Record<Place, string>> = { shared: 'Create a shared wallet' }
  /** The item of the navigation that is current, where it is not the screen itself. */
  const above: Partial<Record<Place, string>> = { coins: 'Send', wallets: '' }
  const inBar = ['Overview', 'Receive', 'Send', 'History', 'Settings']

  test.each(places)('of “%s” has names, landmarks and headings in order', async (place) => {
    await openPlace(screen, place)
    const tree = await settledTree(page)
    const title = (await page.title()).replace(' · Nightjar', '')
    expect(treeFaults(tree, headings[place] ?? title)).toEqual([])
    const names = (role: string) =>
      tree.filter((part) => part.role === role).map(({ name }) => name)
    expect(names('banner')).toHaveLength(1)
    expect(names('navigation').filter((name) => name === 'Wallet')).toHaveLength(1)
    const current = page.locator('nav[aria-label=Wallet] [aria-current]')
    const item = inBar.includes(title) ? title : (above[place] ?? 'Settings')
    expect(await current.allInnerTexts()).toEqual(item === '' ? [] : [item])
    expect(await current.evaluateAll((items) => items.map((each) => each.ariaCurrent))).toEqual(
      item === '' ? [] : [inBar.includes(title) ? 'page' : 'true'],
    )
    expect(await focused(page)).toBe(headings[place] ?? title)
  })

  test.each([
    ['coins/sweep', 'Send many coins at once'],
    ['coins/split', 'Split for later'],
    ['proofs/check', 'Check a proof'],
    ['proofs/make/payment', 'Prove a payment'],
    ['proofs/make/key', 'Show a transaction key'],
    ['proofs/make/reserve', 'Prove your funds'],
    ['offline/sync', 'Offline signing'],
    ['offline/pay', 'Offline signing'],
    ['console/wallet/transfer', 'transfer'],
  ])('of “%s” has them, too', async (place, heading) => {
    await openPlace(screen, place)
    await page.getByRole('heading', { name: heading, exact: true }).first().waitFor()
    expect(treeFaults(await settledTree(page), heading)).toEqual([])
    await at(page, heading)
  })

  test.each(['history', 'coins'])('of an entry of “%s” has them, too', async (place) => {
    await openPlace(screen, place)
    await page.locator('main li a').first().click()
    await page.locator('main .back').waitFor()
    expect(treeFaults(await settledTree(page), /^(Sent|Coin)$/)).toEqual([])
    await at(page, /^(Sent|Coin)$/)
  })

  test('of a first start and a payment has no fault', () => {
    expect(Object.keys(journey)).toEqual([
      ...Object.keys(entrance),
      'empty',
      'pay-send',
      'pay-review',
      'pay-sent',
    ])
    expect(faults).toEqual([])
  })

  test('has the numbers of the charts as a table', async () => {
    await openPlace(screen, 'overview')
    await page.getByRole('button', { name: 'Show as table' }).click()
    const tree = await settledTree(page)
    const cells = tree.filter(({ role }) => /header$/.test(role)).map(({ text }) => text)
    expect(cells.slice(0, 4)).toEqual(['Month', 'Income', 'Spending', 'Balance at its end'])
    expect(cells.length).toBeGreaterThan(4)
    await page.getByRole('button', { name: 'Show as table' }).click()
    const images = (await settledTree(page)).filter(({ role }) => role === 'image')
    expect(images.map(({ name }) => name)).toEqual([
      'Balance at the end of each month',
      'Income and spending of each month',
    ])
  })
})

describe('a screen reader says', () => {
  test('how a wallet is created', () => {
    expect(journey.welcome).toEqual([
      'heading 1: A Monero wallet in this browser',
      'button: Create a new wallet',
      'button: Restore a wallet',
    ])
    expect(journey.create).toEqual([
      'heading 1: Create a wallet',
      'textbox: Name, required',
      'textbox: Password, required',
      'status: Very strong',
      'textbox: Password again, required',
      'combobox: Language of the seed words',
      'checkbox: Keep this wallet offline',
      'button: Create wallet',
      'button: Back',
    ])
    expect(journey.seed).toEqual([
      'heading 1: Write these words down',
      'button: I have written them down',
    ])
    expect(journey.confirm).toEqual([
      'heading 1: Check your notes',
      'button: WORD',
      'button: WORD',
      'button: WORD',
      'button: WORD',
      'status: 0 of 3 checked',
      'button: Show the words again',
      'button: Check later',
    ])
    expect(journey.empty).toEqual([
      'heading 1: Overview',
      'heading 2: Balance',
      'button: Hide amounts',
      'term: Spendable',
      'definition: # XMR',
      'link: Receive',
      'link: Send',
      'heading 2: Sync and node',
      'link: Node and trust',
      'heading 2: Private test chain',
      'button: Mine 60 blocks to this wallet',
      'checkbox: Mine a block whenever a payment is pending',
      'heading 2: Recent transactions',
      'link: Show an address',
    ])
  })

  test('how money is received', async () => {
    await openPlace(screen, 'receive')
    expect(spoken(await settledTree(page)).map(general)).toEqual([
      'heading 1: Receive',
      'combobox: Account',
      'link: Accounts',
      'image: Address',
      'heading 2: Primary account',
      'button: Copy address',
      'heading 2: Payment requests',
      'disclosure: New payment request, open',
      'textbox: Amount in XMR',
      'textbox: Description',
      'textbox: Recipient name',
      'combobox: Expires',
      'button: Create request',
      'heading 2: Addresses',
      'textbox: Label of the new address',
      'button: New address',
      'disclosure: Several addresses at once',
      'searchbox: Search addresses',
      'combobox: Show',
      'status: 1 address',
      'button: 0 Primary account ADDRESS used, chosen',
      'disclosure: Integrated addresses',
    ])
  })

  test('how a payment is filled in, reviewed and sent', () => {
    expect(journey['pay-send']).toEqual([
      'heading 1: Send',
      'combobox: Account',
      'link: Accounts',
      'textbox: To, required',
      'button: Scan a QR code',
      'button: Contacts',
      'textbox: Amount in XMR',
      'checkbox: Send all',
      'button: Add a recipient',
      'disclosure: Paste many recipients',
      'term: Spendable',
      'definition: # XMR',
      'link: Choose the coins to pay with',
      'radio: Automatic about # XMR in the next block, about 2 minutes, chosen',
      'radio: Slow about # XMR in the next block, about 2 minutes',
      'radio: Normal about # XMR in the next block, about 2 minutes',
      'radio: Fast about # XMR in the next block, about 2 minutes',
      'radio: Fastest about # XMR in the next block, about 2 minutes',
      'checkbox: Subtract the fee from the amounts, in equal parts',
      'textbox: Note',
      'button: Review',
      'link: Contacts',
      'link: Attempts',
    ])
    expect(journey['pay-review']).toEqual([
      'heading 1: Send',
      'heading 2: Check this payment',
      'heading 3: To 1 recipient',
      'term: Amount',
      'definition: 1.250000000000 XMR',
      'term: Fee',
      'definition: # XMR',
      'term: Total deducted',
      'definition: # XMR',
      'term: Change returned to you',
      'definition: # XMR',
      'term: Left in this account',
      'definition: # XMR',
      'term: Spendable at once',
      'definition: # XMR',
      'button: Send now',
      'button: Edit',
    ])
    expect(journey['pay-sent']).toEqual([
      'heading 1: Send',
      'status: Payment sent',
      'heading 2: Payment sent',
      'disclosure: Save as contact',
      'link: Show in history',
      'button: Send another',
    ])
  })
})

describe('dialogs', () => {
  test.each([
    ['Control+k', 'Search', 'History'],
    ['?', 'Keyboard shortcuts', 'Settings'],
  ])('that %s opens have a name, keep the focus, and return it', async (key, name, title) => {
    await openPlace(screen, title.toLowerCase())
    await at(page, title)
    await page.getByRole('link', { name: 'Receive', exact: true }).first().focus()
    for (const leave of ['Escape', 'Close']) {
      await press(page, key)
      await page.getByRole('dialog', { name, exact: true }).waitFor()
      for (let step = 0; step < 8; step += 1) {
        await press(page, 'Tab')
        const outside = 'document.activeElement.closest("dialog, body") === document.body'
        const isOutside = await screen.run(`${outside} && document.activeElement !== document.body`)
        expect(isOutside, await focused(page)).toBe(false)
      }
      if (leave === 'Escape') await press(page, 'Escape')
      else await page.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Enter')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      expect(await focused(page)).toBe('Receive')
    }
  })

  test('a call that spends asks, and Cancel returns to the form', async () => {
    await openPlace(screen, 'console/wallet/sweep_all')
    await page.getByLabel('address', { exact: true }).fill('9')
    await page.getByRole('button', { name: 'Call', exact: true }).press('Enter')
    await page.getByRole('dialog', { name: 'Spend funds?' }).waitFor()
    await at(page, 'Cancel')
    await press(page, 'Enter')
    await at(page, 'Call')
  })
})

describe('live regions', () => {
  test('followed the first payment and the scan', () => {
    const payment = ['status: Building and signing…', 'status: Sending…', 'status: Payment sent']
    expect(saidBefore.filter((line) => payment.includes(line))).toEqual(payment)
    expect(saidBefore).toContain('status: Up to date')
    expect(saidBefore).toContain('status: 2 of 3 checked')
  })

  test('say that something was copied', async () => {
    await openPlace(screen, 'receive')
    await screen.press('Copy address')
    await hear('status: Copied')
  })

  test('error: say what is wrong in a form, and the field has it', async () => {
    await openPlace(screen, 'send')
    await screen.fill('To', 'not an address')
    await page.getByLabel('To', { exact: true }).blur()
    const wrong = 'This is not a Monero address of this network.'
    await hear(`alert: ${wrong}`)
    const field = (await settledTree(page)).find(({ name }) => name === 'To')
    expect(field).toMatchObject({ role: 'textbox', description: wrong, has: { invalid: 'true' } })
    await screen.fill('To', '')
  })

  test('follow a request from waiting to paid, and say that a payment was received', async () => {
    await openPlace(screen, 'receive')
    await screen.fill('Amount in XMR', '0.5')
    await screen.fill('Description', 'Two loaves')
    await screen.press('Create request')
    await screen.see('Waiting for payment')
    const [shown = ''] = await screen.read('article .address')
    const destinations = [{ address: shown.replace(/\s/g, ''), amount: 0.5 * xmr }]
    await saidSince(page)
    await other.call('transfer', { destinations, priority: 1 })
    const seen = await hear('status: Payment seen, not in a block yet', true)
    if (!seen.includes('status: 1 payment received')) await hear('status: 1 payment received')
    await node.mine(1)
    await hear('status: Paid, 1 of 10 confirmations', true)
  })

  test('error: say that the node is lost, and that it is back', async () => {
    await saidSince(page)
    await nightjar.program.stop()
    await hear('status: Offline', true)
    await nightjar.restart()
    await screen.press('Try again')
    await hear('status: Up to date')
  })
})
