/** Proofs and signed messages: made on the page and checked by monero-wallet-rpc, and the other way round. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minerAddress, startMinerWallet, startMonerod } from '../support/programs/monerod.ts'
import type { Monerod, WalletRpc } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { pageOf } from './console.ts'
import { createWallet, mineCoins, sendCoins, unlock } from './journey.ts'
import { focused, tabTo } from './keyboard.ts'
import { lookFaults } from './look.ts'

let node: Monerod
let nightjar: Nightjar
let other: WalletRpc
let screen: ChromiumScreen
/** The primary address of the page's wallet. */
let own: string
/** What the page sent, and what it received. */
let sent: string
let received: string
const faults: string[] = []

const xmr = 1_000_000_000_000n

beforeAll(async () => {
  node = await startMonerod()
  nightjar = await startNightjar({ upstream: node.url })
  other = await startMinerWallet(node.url)
  screen = await openChromium()
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await mineCoins(screen)
  const [balance] = (await screen.read('main .total')) as [string]
  expect(balance).not.toMatch(/^0\.0000/)
  await go('receive')
  await screen.see('Copy address')
  own = (await screen.read('main .address'))[0]!.replace(/\s/g, '')

  await sendCoins(screen, { to: minerAddress, amount: '1.25', note: '' }, async () => {})
  const { tx_hashes } = await node.get('/get_transaction_pool_hashes')
  sent = tx_hashes[0]
  await node.mine(11)
  await other.call('refresh', {})
  const destinations = [{ address: own, amount: xmr / 2n }]
  received = (await other.call('transfer', { destinations })).tx_hash
  await node.mine(1)
  await other.call('refresh', {})
  await screen.see('Block 133', 120_000)
})

afterAll(async () => {
  await screen.close()
  await other.stop()
  await nightjar.program.stop()
  await node.stop()
})

const go = (place: string) => screen.run<void>(`void (location.hash = '#/${place}')`)
const choose = (label: string, option: string | { index: number }) =>
  pageOf(screen).getByLabel(label, { exact: true }).selectOption(option)

const look = async (name: string) =>
  void faults.push(...(await lookFaults(screen, `proofs-${name}`)))

/** The signature or key on screen. */
async function made(title = 'Your proof'): Promise<string> {
  await screen.see(title, 60_000)
  return (await screen.read('main .text'))[0]!
}

const copied = () => screen.run<string>('navigator.clipboard.readText()')

/** Saves with this button. @returns Name and text of the file. */
async function saved(button: string) {
  const waiting = pageOf(screen).waitForEvent('download')
  await screen.press(button)
  const download = await waiting
  const path = await download.path()
  return { name: download.suggestedFilename(), path, text: readFileSync(path, 'utf8') }
}

/** Fills the check form and presses the button. @returns The title of the verdict. */
async function check(kind: string, fields: Record<string, string>): Promise<string> {
  await go('proofs')
  await screen.see('You received a proof')
  await go('proofs/check')
  await screen.see('Check a proof')
  await choose('What to check', kind)
  for (const [label, text] of Object.entries(fields)) await screen.fill(label, text)
  await screen.press('Check')
  const page = pageOf(screen)
  await page.locator('#verdict').waitFor({ timeout: 60_000 })
  return (await page.locator('#verdict').innerText()).trim()
}

/** Another last character of the same alphabet. */
const tampered = (text: string) => {
  const at = text.length - 40
  return `${text.slice(0, at)}${text[at] === '2' ? '3' : '2'}${text.slice(at + 1)}`
}

describe('a proof of payment', () => {
  let signature: string

  test('is made from the details of a transfer, by keyboard alone', async () => {
    await go(`history/${sent}`)
    await screen.see('Prove this payment')
    const page = pageOf(screen)
    const { keyboard } = page
    await tabTo(page, 'Prove this payment')
    await keyboard.press('Enter')
    await screen.see('Make the proof')
    expect(await focused(page)).toBe('Prove a payment')
    await tabTo(page, 'Payment')
    await tabTo(page, 'Message')
    await keyboard.type('for the rent')
    await look('make-payment')
    await tabTo(page, 'Make the proof')
    await keyboard.press('Enter')
    signature = await made()
    expect(signature).toMatch(/^OutProofV2/)
    expect(await focused(page)).toBe('Your proof')
    await tabTo(page, 'Copy link')
    await keyboard.press('Enter')
    await screen.see('Copied')
    await look('made-payment')
  })

  test('is valid in monero-wallet-rpc', async () => {
    const params = { txid: sent, address: minerAddress, message: 'for the rent', signature }
    expect(await other.call('check_tx_proof', params)).toMatchObject({
      good: true,
      in_pool: false,
      received: (5n * xmr) / 4n,
    })
  })

  test('opens in the check form by its link, after unlock', async () => {
    const link = await copied()
    expect(link).toBe(
      `${nightjar.url}/#/proofs/check/payment/${sent}/${minerAddress}/${signature}/for%20the%20rent`,
    )
    await screen.open(link)
    await screen.reload()
    await unlock(screen)
    await screen.see('Check a proof', 60_000)
    const values = `[...document.querySelectorAll('main textarea')].map(({ value }) => value)`
    expect(await screen.run(values)).toEqual([sent, minerAddress, signature, 'for the rent'])
    await screen.press('Check')
    await screen.see('The proof is valid', 60_000)
    await screen.see('1.250000000000')
    await screen.see('12 confirmations')
    await look('valid-payment')
  })

  test('of monero-wallet-rpc is valid on the page', async () => {
    const params = { txid: sent, address: minerAddress, message: 'got it' }
    const theirs = (await other.call('get_tx_proof', params)).signature
    const fields = { 'Transaction id': sent, Address: minerAddress, Message: 'got it' }
    expect(await check('payment', { ...fields, Signature: theirs })).toBe('The proof is valid')
    await screen.see('Not proved: who sent the money')
    const given = { ...fields, Signature: tampered(theirs) }
    expect(await check('payment', given)).toBe('The proof is not valid')
    await look('invalid-payment')
    expect(await check('payment', { ...given, Signature: theirs, Message: 'got it!' })).toBe(
      'The proof is not valid',
    )
  })

  test('error: a field is invalid', async () => {
    await go('proofs/check')
    await screen.fill('Transaction id', 'abc')
    await screen.press('Check')
    await screen.see('Expected 64 hex digits, got a text of 3 characters.')
    await look('check-errors')
  })

  test('a saved file fills the form; one for monero-wallet-cli has the signature alone', async () => {
    await go(`proofs/make/payment/${received}`)
    await expect
      .poll(() => screen.read('select option'))
      .toContainEqual(expect.stringContaining('Received 0.5000'))
    await screen.press('Make the proof')
    signature = await made()
    const params = { txid: received, address: own, message: '', signature }
    expect(await other.call('check_tx_proof', params)).toMatchObject({
      good: true,
      received: xmr / 2n,
    })
    const alone = await saved('Save for monero-wallet-cli')
    expect(alone).toMatchObject({ name: 'monero_tx_proof', text: signature })
    const whole = await saved('Save as file')
    expect(whole.name).toBe('nightjar-payment.json')
    await go('proofs/check')
    await pageOf(screen).getByLabel('Proof file', { exact: true }).setInputFiles(whole.path)
    await screen.press('Check')
    await screen.see('The proof is valid', 60_000)
    await screen.see('0.500000000000')
  })
})

describe('a proof that a transaction was made', () => {
  test('is valid in the other program', async () => {
    await go(`proofs/make/spend/${sent}`)
    await screen.see('Make the proof')
    await screen.fill('Message', 'mine')
    await screen.press('Make the proof')
    const signature = await made()
    const params = { txid: sent, message: 'mine' }
    expect(await other.call('check_spend_proof', { ...params, signature })).toEqual({ good: true })
    const theirs = (await other.call('get_spend_proof', { ...params, txid: received })).signature
    const fields = { 'Transaction id': received, Message: 'mine' }
    expect(await check('spend', { ...fields, Signature: theirs })).toBe('The proof is valid')
    await look('valid-spend')
    expect(await check('spend', { ...fields, Message: 'yours', Signature: theirs })).toBe(
      'The proof is not valid',
    )
  })
})

describe('a proof of funds', () => {
  test('is valid in the other program, which says how much is spent', async () => {
    await go('proofs/make/reserve')
    await screen.tick('At least an amount in this account')
    await screen.fill('Amount in XMR', '2')
    await look('make-reserve')
    await screen.press('Make the proof')
    const signature = await made()
    const params = { address: own, message: '', signature }
    const { good, total, spent } = await other.call('check_reserve_proof', params)
    expect({ good, spent }).toEqual({ good: true, spent: 0n })
    expect(total).toBeGreaterThanOrEqual(2n * xmr)

    const theirs = (await other.call('get_reserve_proof', { all: true, message: 'audit' }))
      .signature
    const destinations = [{ address: own, amount: xmr / 10n }]
    // Unlocks the change of its payments.
    await node.mine(10)
    await other.call('refresh', {})
    await other.call('transfer', { destinations })
    await node.mine(1)
    const fields = { Address: minerAddress, Message: 'audit', Signature: theirs }
    expect(await check('reserve', fields)).toBe('The proof is valid')
    await screen.see('A part of these funds was spent after the proof was made.')
    await look('valid-reserve')
    expect(await check('reserve', { ...fields, Message: '' })).toBe('The proof is not valid')
  })
})

describe('a signed message', () => {
  test.each(['spend', 'view'])('by the %s key is valid in the other program', async (key) => {
    const message = 'I own this address.\nReally.'
    await go('proofs/make/message')
    await screen.see('Sign a message')
    await choose('Key', key)
    await screen.fill('Message', message)
    if (key === 'view') await look('make-message')
    await screen.press('Sign')
    const signature = await made('Your signature')
    expect(await other.call('verify', { data: message, address: own, signature })).toMatchObject({
      good: true,
      signature_type: key,
    })
    const params = { data: message, signature_type: key }
    const theirs = (await other.call('sign', params)).signature
    const fields = { Address: minerAddress, Message: message, Signature: theirs }
    expect(await check('message', fields)).toBe('The signature is valid')
    await screen.see(key === 'view' ? 'View key' : 'Spend key')
    if (key === 'view') await look('valid-message')
    expect(await check('message', { ...fields, Signature: tampered(theirs) })).toBe(
      'The signature is not valid',
    )
  })
})

describe('a transaction key', () => {
  test('is shown after a warning, and its link leaves the address bar', async () => {
    await go(`proofs/make/key/${sent}`)
    await screen.see('A transaction key is a secret.')
    const isDisabled = `document.querySelector('main form .primary').disabled`
    expect(await screen.run(isDisabled)).toBe(true)
    await look('make-key')
    await screen.tick('I understand that everyone who has the key can see the amount')
    await screen.press('Show the key')
    const tx_key = await made('The transaction key')
    const params = { txid: sent, address: minerAddress, tx_key }
    expect(await other.call('check_tx_key', params)).toMatchObject({ received: (5n * xmr) / 4n })
    await screen.press('Copy link')
    await screen.see('Copied')
    await screen.run(`void (location.href = ${JSON.stringify(await copied())})`)
    await screen.see('Check a proof')
    await expect.poll(() => screen.run('location.hash')).toBe('#/proofs/check')
    await screen.press('Check')
    await screen.see('The key fits', 60_000)
    await look('valid-key')
    const fields = { 'Transaction id': sent, Address: own, 'Transaction key': tx_key }
    // The change of the page's wallet is at its address.
    expect(await check('key', fields)).toBe('The key fits')
    expect(await check('key', { ...fields, 'Transaction id': received })).toBe('Nothing is proved')
  })
})

test('the overview lists all kinds, and the settings lead to it', async () => {
  await go('settings')
  await screen.see('Open proofs and messages')
  await screen.run(`document.querySelector('main a[href="#/proofs"]').click()`)
  await screen.see('You received a proof')
  expect(await screen.read('main li')).toHaveLength(5)
  await look('overview')
})

test('axe-core finds no fault on any screen, in either theme', () => {
  expect(faults).toEqual([])
})

test('no request leaves the origin, and the console stays empty', () => {
  const foreign = screen
    .requests()
    .filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(nightjar.url))
  expect(foreign).toEqual([])
  expect(screen.errors()).toEqual([])
})
