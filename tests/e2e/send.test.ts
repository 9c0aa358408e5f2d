/** Payments to several recipients of a monero-wallet-rpc, with contacts, names, drafts and attempts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordOf, startResolver, type Resolver } from '../support/network/dns-over-https-server.ts'
import { startPriceServer, type PriceServer } from '../support/network/price-server.ts'
import { minerAddress, startMinerWallet, startMonerod } from '../support/programs/monerod.ts'
import type { Monerod, Result, WalletRpc } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { pageOf } from './console.ts'
import { createWallet, unlock } from './journey.ts'
import { focused, tabTo } from './keyboard.ts'
import { lookFaults } from './look.ts'

let node: Monerod
let nightjar: Nightjar
let resolver: Resolver
let prices: PriceServer
let other: WalletRpc
let screen: ChromiumScreen
/** Addresses of the other wallet. */
let payees: string[]
const faults: string[] = []

const xmr = 1_000_000_000_000n

beforeAll(async () => {
  node = await startMonerod()
  other = await startMinerWallet(node.address)
  const made = await other.call('create_address', { account_index: 0, count: 3n })
  payees = made.addresses
  resolver = await startResolver({
    'signed.example': { records: [recordOf(payees[2]!)] },
    'unsigned.example': { records: [recordOf(payees[2]!)], isSigned: false },
  })
  prices = await startPriceServer({ eur: 160, usd: 175.5 })
  nightjar = await startNightjar({
    upstream: node.url,
    flags: ['--dns-over-https', resolver.url, '--prices', prices.url],
  })
  screen = await openChromium()
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await go('receive')
  await screen.see('Copy address')
  const [shown = ''] = await screen.read('main .address')
  await node.mine(20, shown.replace(/\s/g, ''))
  const height = await node.mine(65)
  await screen.see(`Block ${height}`, 120_000)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
  await resolver.stop()
  await prices.stop()
  await other.stop()
  await node.stop()
})

const go = (place: string) => screen.run<void>(`void (location.hash = '#/${place}')`)
const field = (label: string, index = 0) =>
  pageOf(screen).getByLabel(label, { exact: true }).nth(index)

const look = async (name: string) => void faults.push(...(await lookFaults(screen, `send-${name}`)))

/** What the other wallet received in this transaction, by address. */
async function received(txid: string): Promise<Record<string, bigint>> {
  await node.mine(1)
  await other.call('refresh', {})
  const { transfers } = await other.call('get_transfer_by_txid', { txid })
  return Object.fromEntries(transfers.map((each: Result) => [each.address, each.amount]))
}

/** The only transaction in the pool. */
async function pooled(): Promise<string> {
  const { tx_hashes } = await node.get('/get_transaction_pool_hashes')
  expect(tx_hashes).toHaveLength(1)
  return tx_hashes[0]
}

describe('contacts', () => {
  test('are added, changed, found and removed', async () => {
    await go('contacts')
    await screen.see('No contacts yet')
    await look('contacts-empty')
    await screen.press('New contact')
    await screen.fill('Name', 'Ann')
    await screen.fill('Address', 'no address')
    await screen.press('Save contact')
    await screen.see('This is not a Monero address of this network.')
    await screen.fill('Address', payees[0]!)
    await screen.press('Save contact')
    await screen.see('Copy address')
    await screen.press('Edit Ann')
    await screen.fill('Name', 'Ann of the bakery')
    await screen.press('Save changes')
    await screen.see('Ann of the bakery')
  })

  test('are exported, and imported from a file', async () => {
    const waiting = pageOf(screen).waitForEvent('download')
    await screen.press('Export contacts')
    const file = readFileSync(await (await waiting).path(), 'utf8')
    expect(file).toBe(`name,address\r\nAnn of the bakery,${payees[0]}\r\n`)
    const path = join(temporaryFolder('contacts'), 'contacts.csv')
    writeFileSync(path, `${file}Bob,${payees[1]}\r\nnobody,x\r\n`)
    await pageOf(screen).getByLabel('Import contacts from a file').setInputFiles(path)
    await screen.see('1 contact was added. 1 address was a contact already.')
    await screen.see('These lines have no valid address: 4')
    await look('contacts')
    await screen.fill('Search contacts', 'bob')
    await expect.poll(() => screen.read('main article h2')).toEqual(['Bob'])
    await screen.press('Delete Bob')
    await screen.press('Delete contact')
    await screen.see('No contact contains these words.')
  })
})

describe('a payment to several recipients', () => {
  test('error: each wrong line of a pasted text is named', async () => {
    await go('send')
    await pageOf(screen).getByText('Paste many recipients').click()
    const lines = [`${payees[1]}\t0.5`, 'nobody 1', `${payees[2]};1,5`]
    await screen.fill('Recipients, one on each line', lines.join('\n'))
    await screen.press('Add these recipients')
    await screen.see('Expected a Monero address and an amount, found no address.')
    await screen.see('Write amounts with a point')
    await look('paste-errors')
    await screen.fill('Recipients, one on each line', '')
  })

  test('is filled from a contact and a pasted text, reviewed and sent by keyboard alone', async () => {
    const page = pageOf(screen)
    const { keyboard } = page
    await go('overview')
    await screen.see('Recent')
    await go('send')
    await tabTo(page, 'To')
    await tabTo(page, 'Contacts')
    await keyboard.press('Enter')
    await tabTo(page, 'Search contacts')
    await keyboard.type('ann')
    await keyboard.press('Enter')
    await screen.see('Ann of the bakery')
    await tabTo(page, 'Amount in XMR')
    await keyboard.type('1.25')
    await tabTo(page, 'Paste many recipients')
    await keyboard.press('Enter')
    await tabTo(page, 'Recipients, one on each line')
    await keyboard.insertText(
      `address,amount\n${payees[1]},0.5\nmonero:${payees[2]};${minerAddress}?tx_amount=0.25;0.125`,
    )
    await tabTo(page, 'Add these recipients')
    await keyboard.press('Enter')
    await screen.see('Recipient 4')
    await screen.see('2.1250')
    await screen.see('in the next block')
    await look('form')
    await tabTo(page, /^Automatic/)
    await keyboard.press('ArrowDown')
    await keyboard.press('ArrowDown')
    expect(await focused(page)).toMatch(/^Normal/)
    await tabTo(page, 'Review')
    await keyboard.press('Enter')
    await screen.see('Check this payment', 120_000)
    expect(await focused(page)).toBe('Check this payment')
    await screen.see('To 4 recipients')
    await screen.see('Ann of the bakery')
    await screen.see('10 blocks, about 20 minutes')
    await look('review')
    await tabTo(page, 'Send now')
    await keyboard.press('Enter')
    await screen.see('Payment sent', 60_000)
    expect(await received(await pooled())).toEqual({
      [payees[0]!]: (5n * xmr) / 4n,
      [payees[1]!]: xmr / 2n,
      [payees[2]!]: xmr / 4n,
      [minerAddress]: xmr / 8n,
    })
  })

  test('offers to save a recipient as a contact', async () => {
    await pageOf(screen).getByText('Save as contact').click()
    await field('Name of the contact').fill('Carla')
    await pageOf(screen).getByRole('button', { name: 'Save contact' }).first().click()
    await screen.see('Saved: Carla')
    await look('sent')
  })

  test('subtracts the fee from the amounts', async () => {
    await screen.press('Send another')
    await field('To').fill(payees[0]!)
    await field('Amount in XMR').fill('1')
    await screen.press('Add a recipient')
    await field('To', 1).fill(payees[1]!)
    await field('Amount in XMR', 1).fill('2')
    await screen.tick('Subtract the fee from the amounts, in equal parts')
    await screen.press('Review')
    await screen.see('The fee is already subtracted', 120_000)
    await screen.press('Send now')
    await screen.see('Payment sent', 60_000)
    const txid = await pooled()
    const paid = await received(txid)
    const { transfer } = await other.call('get_transfer_by_txid', { txid })
    const [first, second] = [paid[payees[0]!]!, paid[payees[1]!]!]
    expect(first).toBeLessThan(xmr)
    // Equal parts: the first recipient pays a piconero that is left over.
    expect([0n, 1n]).toContain(second - first - xmr)
    expect(transfer.txid).toBe(txid)
  })
})

describe('what was not sent', () => {
  test('is a draft that survives a reload', async () => {
    await go('overview')
    await go('send')
    await field('To').fill(payees[0]!)
    await field('Amount in XMR').fill('0.75')
    await screen.fill('Note', 'bread for May')
    await go('contacts')
    await screen.see('Contacts as a file')
    await go('send')
    // It is listed when it is stored.
    await screen.see('Drafts')
    await go('contacts')
    await screen.reload()
    await unlock(screen)
    await go('send')
    await screen.see('Drafts')
    await look('drafts')
    await screen.press('Continue the draft for Ann of the bakery')
    expect(await field('To').inputValue()).toBe(payees[0])
    expect(await field('Amount in XMR').inputValue()).toBe('0.75')
    expect(await field('Note').inputValue()).toBe('bread for May')
    const stored = await screen.run<string>('JSON.stringify(localStorage)')
    expect(stored).not.toMatch(/bread|0\.75/)
  })

  test('is an attempt with its reason, and fills the form again', async () => {
    await field('Amount in XMR').fill('9999999')
    await screen.press('Review')
    await screen.see('There is not enough money', 60_000)
    await go('attempts')
    await screen.see('Not possible')
    await screen.see('There is not enough money')
    await look('attempts')
    await screen.press('Fill the form again')
    await expect.poll(() => field('Amount in XMR').inputValue()).toBe('9999999')
    await field('Amount in XMR').fill('0.1')
    await screen.press('Review')
    await screen.see('Check this payment', 120_000)
    await screen.press('Edit')
    await go('attempts')
    await screen.see('Withdrawn at the review')
    expect((await node.get('/get_transaction_pool_hashes')).tx_hashes ?? []).toEqual([])
  })
})

describe('where a recipient comes from', () => {
  test('a name is looked up on request, and its DNSSEC state is shown', async () => {
    await go('overview')
    await go('send')
    await field('To').fill('signed.example')
    expect(resolver.asked).toEqual([])
    await screen.press('Look up this name')
    await screen.see('verified by DNSSEC')
    expect(await field('To').inputValue()).toBe(payees[2])
    await field('To').fill('unsigned.example')
    await screen.press('Look up this name')
    await screen.see('DNSSEC does not prove that this address belongs to')
    expect(await field('To').inputValue()).toBe('unsigned.example')
    await look('name')
    await screen.press('Use this address')
    await screen.see('not verified.')
    expect(await field('To').inputValue()).toBe(payees[2])
    expect(resolver.asked).toEqual(['signed.example', 'unsigned.example'])
  })

  test('an amount is typed in a currency after its price is set', async () => {
    await go('settings/rate')
    await screen.fill('Currency', 'eur')
    await screen.fill('Price of 1 XMR', '160')
    await screen.fill('Date of this price', '2024-05-01')
    await screen.press('Save this price')
    await screen.see('1 XMR = 160 EUR, 2024-05-01')
    await look('rate')
    await go('send')
    await screen.fill('Amount in EUR', '20')
    expect(await field('Amount in XMR').inputValue()).toBe('0.125')
    await field('Amount in XMR').fill('0.5')
    expect(await field('Amount in EUR').inputValue()).toBe('80.00')
    await look('currency')
  })

  test('a price is loaded from the server only when the user asks for it', async () => {
    await go('settings/rate')
    await screen.fill('Currency', 'sek')
    expect(prices.requests()).toBe(0)
    await screen.press('Load the price from this server')
    await screen.see('This server has no price in SEK.')
    await screen.fill('Currency', 'usd')
    await screen.press('Load the price from this server')
    await screen.see('1 XMR = 175.5 USD')
    expect(await field('Price of 1 XMR').inputValue()).toBe('175.5')
    await look('price')
    await go('send')
    await screen.fill('Amount in USD', '351')
    expect(await field('Amount in XMR').inputValue()).toBe('2')
    expect(prices.requests()).toBe(1)
  })

  test('a link of a web page and a shared text open the form, and reach no server', async () => {
    const page = pageOf(screen)
    await screen.run('navigator.serviceWorker.ready.then(() => undefined)')
    const link = `monero:${payees[1]}?tx_amount=0.3`
    const fromServer: string[] = []
    page.on('response', (response) => {
      if (!response.fromServiceWorker()) fromServer.push(response.url())
    })
    await screen.open(`${nightjar.url}/?share-text=${encodeURIComponent(`Pay ${link} please`)}`)
    await unlock(screen).catch(() => undefined)
    await expect.poll(() => field('Amount in XMR').inputValue(), { timeout: 60_000 }).toBe('0.3')
    expect(await screen.run('location.search + location.pathname')).toBe('/')
    expect(fromServer.filter((url) => url.includes('share'))).toEqual([])
    await go('overview')
    await go(`send/${encodeURIComponent(`web+${link}`)}`)
    await expect.poll(() => field('To').inputValue()).toBe(payees[1])
  })
})

test('no screen has an accessibility fault', () => {
  expect(faults).toEqual([])
})
