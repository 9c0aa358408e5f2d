import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  minerAddress,
  startMinerWallet,
  startMonerod,
  type Monerod,
  type WalletRpc,
} from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, password, sendCoins, unlock } from './journey.ts'
import { lookFaults } from './look.ts'

let node: Monerod
let other: WalletRpc
let nightjar: Nightjar
let screen: ChromiumScreen
const faults: string[] = []
const mined = 90

const pageOf = () => screen.context.pages().at(-1)!

const look = async (name: string) =>
  void faults.push(...(await lookFaults(screen, `chromium-history-${name}`)))

const goTo = (fragment: string) => screen.run(`location.hash = '#/${fragment}'`)
const hash = () => screen.run<string>('location.hash')
/** Place in the list and text of the element with the focus. */
const focused = () =>
  screen.run<string | null>(
    `document.activeElement.closest('li')?.getAttribute('aria-posinset') ?? null`,
  )

/** Saves the history with this button and reads the file. */
async function exported(button: string): Promise<string> {
  const download = pageOf().waitForEvent('download', { timeout: 60_000 })
  await screen.press(button)
  return readFileSync((await (await download).path())!, 'utf8')
}

/** Opens the only payment that was sent. */
async function openPayment() {
  await goTo('history/direction=out')
  await screen.see(`1 of ${mined + 1} transactions`)
  await screen.run(`document.querySelector('main li a').click()`)
  await screen.see('Ring members')
}

beforeAll(async () => {
  node = await startMonerod()
  other = await startMinerWallet(node.url.replace('http://', ''))
  nightjar = await startNightjar({ upstream: node.url })
  screen = await openChromium()
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await goTo('receive')
  await screen.see('Copy address')
  const [address = ''] = await screen.read('main .address')
  await node.mine(mined, address.replace(/\s/g, ''))
  await screen.see(`Block ${mined + 1}`, 120_000)
  await sendCoins(
    screen,
    { to: minerAddress, amount: '1.25', note: '=Rent, for "May"' },
    async () => {},
  )
  await node.mine(1)
  await screen.see(`Block ${mined + 2}`, 120_000)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
  await other.stop()
  await node.stop()
})

describe('the list of transactions', () => {
  test('has few rows in the document, and says how many there are', async () => {
    await goTo('history')
    await screen.see(`${mined + 1} transactions`)
    const rows = await screen.run<number>(`document.querySelectorAll('main li').length`)
    expect(rows).toBeLessThan(60)
    const first = `document.querySelector('main li')`
    expect(await screen.run(`${first}.getAttribute('aria-setsize')`)).toBe(`${mined + 1}`)
    expect(await screen.run(`${first}.getAttribute('aria-posinset')`)).toBe('1')
    await look('list')
  })

  test('is used by keyboard, and keeps the focus while it scrolls', async () => {
    await screen.run(`document.querySelector('main li a').focus()`)
    const { keyboard } = pageOf()
    await keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('2')
    await keyboard.press('End')
    await expect.poll(focused).toBe(`${mined + 1}`)
    expect(await screen.run('scrollY > 1000')).toBe(true)
    await screen.run('scrollTo(0, 0)')
    await screen.run('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))')
    expect(await focused()).toBe(`${mined + 1}`)
    await keyboard.press('ArrowUp')
    await expect.poll(focused).toBe(`${mined}`)
    await keyboard.press('Enter')
    await screen.see('Copy transaction id')
    await screen.run(`document.querySelector('main .back').click()`)
    await expect.poll(focused).toBe(`${mined}`)
    await keyboard.press('Home')
    await expect.poll(focused).toBe('1')
  })

  test('is searched, and the search text is stored nowhere', async () => {
    await screen.fill('Search', 'RENT may')
    await screen.see(`1 of ${mined + 1} transactions`)
    expect(await hash()).toBe('#/history')
    const stored = await screen.run<string>(
      `JSON.stringify([{ ...localStorage }, { ...sessionStorage }])`,
    )
    expect(stored.toLowerCase()).not.toContain('rent')
    await screen.fill('Search', 'no such thing')
    await screen.see('No transaction matches your search and filters.')
    await screen.press('Clear search and filters')
    await screen.see(`${mined + 1} transactions`)
  })

  test('is searched again after another screen', async () => {
    await goTo('overview')
    await screen.see('Recent')
    await goTo('history')
    await screen.see(`${mined + 1} transactions`)
    await screen.fill('Search', 'RENT may')
    await screen.see(`1 of ${mined + 1} transactions`)
    await screen.press('Clear search and filters')
    await screen.see(`${mined + 1} transactions`)
  })

  test('is filtered, and the filter is in the address bar', async () => {
    await screen.tick('Sent')
    await screen.see(`1 of ${mined + 1} transactions`)
    expect(await hash()).toBe('#/history/direction=out')
    await screen.run(`document.querySelector('main details').open = true`)
    await screen.fill('Largest amount in XMR', '1.2')
    await screen.see('No transaction matches your search and filters.')
    await screen.fill('Largest amount in XMR', '1.25')
    await screen.fill('Smallest amount in XMR', '1.25')
    await screen.see(`1 of ${mined + 1} transactions`)
    expect(await hash()).toBe('#/history/direction=out&least=1.25&most=1.25')
    await look('filters')
    await screen.fill('Smallest amount in XMR', 'one')
    await screen.see('Enter a number like 1.5')
    await screen.fill('From', '2019-01-01')
    await screen.fill('To', '2019-12-31')
    await screen.see('No transaction matches your search and filters.')
    await screen.press('Clear search and filters')
    expect(await hash()).toBe('#/history')
  })

  test('is filtered by a link, and a lock removes the filter from the address bar', async () => {
    await goTo('history/direction=out')
    await screen.reload()
    await unlock(screen)
    await screen.see(`1 of ${mined + 1} transactions`)
    await screen.press('Lock')
    await screen.see('Unlock')
    expect(await hash()).toBe('#/history')
    await unlock(screen)
  })
})

describe('an export', () => {
  test('as CSV has the filtered rows, exact amounts, and no formula', async () => {
    await goTo('history/direction=out')
    await screen.see(`1 of ${mined + 1} transactions`)
    const [header = '', line = '', end] = (await exported('Export CSV')).split('\r\n')
    expect(header).toMatch(/^date,type,state,amount_xmr,fee_xmr,amount_piconero,/)
    expect(line).toMatch(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ,sent,locked,-1\.250000000000,0\.\d{12},-1250000000000,/,
    )
    expect(line).toContain(`,${minerAddress},,,"'=Rent, for ""May""",`)
    expect(end).toBe('')
    await screen.see('The file is not encrypted.')
  })

  test('as JSON has all rows, with integers as texts', async () => {
    await goTo('history')
    await screen.see(`${mined + 1} transactions`)
    const { format, version, transfers } = JSON.parse(await exported('Export JSON'))
    expect({ format, version }).toEqual({ format: 'nightjar-history', version: 1 })
    expect(transfers).toHaveLength(mined + 1)
    const [sent] = transfers
    expect(sent).toMatchObject({ amount_piconero: '-1250000000000', note: '=Rent, for "May"' })
    const [first] = await node
      .call('get_block_header_by_height', { height: 1 })
      .then((answer) => [answer.block_header])
    expect(transfers.at(-1)).toMatchObject({
      type: 'mined',
      amount_piconero: String(first.reward),
      transaction_id: first.miner_tx_hash,
      block: '1',
    })
  })
})

describe('the details', () => {
  test('show recipients, confirmations and ring members', async () => {
    await openPayment()
    await screen.run(
      `for (const each of document.querySelectorAll('main details')) each.open = true`,
    )
    await screen.see('16 ring members')
    const [facts = ''] = await screen.read('main dl.facts')
    expect(facts).toContain('1 confirmation')
    expect(facts.replace(/\s/g, '')).toContain(minerAddress)
    await look('detail')
  })

  test('store a category in the wallet, by which the list can be filtered', async () => {
    await screen.fill('Category', 'Housing')
    await screen.press('Save category')
    await screen.see('Saved.')
    const stored = await screen.run<string>(`JSON.stringify({ ...localStorage })`)
    expect(stored).not.toContain('Housing')
    await screen.reload()
    await unlock(screen)
    await goTo('history')
    await screen.fill('Search', 'housing')
    await screen.see(`1 of ${mined + 1} transactions`)
    await screen.press('Clear search and filters')
    await screen.run(`document.querySelector('main details').open = true`)
    await pageOf().getByLabel('Category', { exact: true }).selectOption('Housing')
    await screen.see(`1 of ${mined + 1} transactions`)
    expect(await hash()).toBe('#/history')
    await screen.press('Clear search and filters')
  })

  test('print a receipt with a proof that monero-wallet-rpc accepts', async () => {
    await openPayment()
    await screen.run(`window.print = () => (window.printed = true)`)
    await screen.run(
      `for (const each of document.querySelectorAll('main details')) each.open = true`,
    )
    await screen.press('Print with proof')
    await expect.poll(() => screen.run('window.printed === true'), { timeout: 60_000 }).toBe(true)
    const page = pageOf()
    await page.emulateMedia({ media: 'print' })
    const visible = await page.locator('body').innerText()
    expect(visible).toContain('Payment receipt')
    expect(visible).not.toMatch(/Overview|Save note|Lock|Rent/)
    await screen.shoot('chromium-history-receipt')
    const pdf = (await page.pdf()).toString('latin1')
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    const [signature = ''] = /OutProofV2\w+/.exec(visible) ?? []
    const [txid = ''] = /\b[0-9a-f]{64}\b/.exec(visible) ?? []
    await page.emulateMedia({ media: 'screen' })
    const checked = await other.call('check_tx_proof', { txid, address: minerAddress, signature })
    expect(checked).toMatchObject({ good: true, received: 1_250_000_000_000n, in_pool: false })
  })
})

test('a single transaction is found by its id, and the whole wallet scanned again', async () => {
  await openPayment()
  const [, own = ''] = /([0-9a-f]{64})/.exec(await hash()) ?? []
  // Above all own transactions: what is older, only a trusted node is asked for.
  await node.mine(1)
  await screen.see(`Block ${mined + 3}`, 120_000)
  const { miner_tx_hash: foreign } = await node.call('get_block', { height: mined + 2 })
  await goTo('settings/find-transaction')
  const find = async (txid: string) => {
    await screen.fill('Transaction id', txid)
    await screen.press('Find')
  }
  await find(String(foreign))
  await screen.see('It does not concern this wallet.', 60_000)
  await find('no id')
  await screen.see('invalid format', 60_000)
  await find(own.toUpperCase())
  await screen.see('It concerns this wallet', 60_000)
  await look('find')
  await screen.follow('show it')
  await expect.poll(hash).toBe(`#/history/${own}`)
  await goTo('settings/lookahead')
  const card = pageOf().locator('section:has(#lookahead)')
  await card.getByText('Change the number').click()
  expect(await card.getByLabel('Accounts beyond').inputValue()).toBe('50')
  await card.getByLabel('Addresses beyond').fill('0')
  expect(await card.getByRole('button', { name: 'Watch these' }).isDisabled()).toBe(true)
  await card.getByLabel('Addresses beyond').fill('300')
  await card.getByLabel('Password of this wallet').fill('wrong')
  await card.getByRole('button', { name: 'Watch these' }).click()
  await card.getByText('That is not the password of this wallet.').waitFor()
  await card.getByLabel('Password of this wallet').fill(password)
  await card.getByRole('button', { name: 'Watch these' }).click()
  await card.getByText('Watched from now on.').waitFor()
  expect(await card.locator('dd').allTextContents()).toEqual(['300', '50'])
  await look('lookahead')
  await goTo('settings/rescan')
  await screen.press('Scan all blocks again')
  await screen.see('All blocks were scanned again.', 120_000)
  await goTo('history')
  await screen.see(`${mined + 1} transactions`)
  await openPayment()
  expect(await pageOf().getByLabel('Note', { exact: true }).inputValue()).toBe('=Rent, for "May"')
})

test('history and details fit a narrow window, in both themes', async () => {
  for (const place of ['history', 'history/direction=out&from=2020-01-01']) {
    await goTo(place)
    await screen.see('transactions')
    await screen.narrow(async () => {
      for (const theme of ['light', 'dark'] as const) {
        await screen.theme(theme)
        await screen.shoot(`chromium-history-narrow-${place.length}-${theme}`)
        expect(await screen.run('document.documentElement.scrollWidth > innerWidth')).toBe(false)
      }
    })
  }
  await openPayment()
  await screen.narrow(async () => {
    await screen.shoot('chromium-history-narrow-detail')
    expect(await screen.run('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  })
})

test('axe-core finds no fault', () => {
  expect(faults).toEqual([])
})
