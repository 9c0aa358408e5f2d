/**
 * Journeys by keyboard alone: no step of the user is a click. The focus is visible, never on nothing, and begins each
 * screen at its heading. Other files pay, choose coins, make a payment proof, sign offline and remove a wallet by keyboard.
 */
import { readFileSync } from 'node:fs'
import type { FileChooser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { minerAddress } from '../support/programs/monerod.ts'
import { pause } from '../support/programs/process.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { password } from './journey.ts'
import { at, choose, enter, focused, press, tabTo, type } from './keyboard.ts'

let nightjar: Nightjar
let screen: ChromiumScreen
let page: Page
let words: string[]
/** Dialogs of the browser that wait for a file. */
const choosers: FileChooser[] = []
const filePassword = 'winter copper sledge orbit 58'

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium()
  page = screen.context.pages().at(-1)!
  // From the beginning: a dialog that is opened just after this call would be the browser's own.
  page.on('filechooser', (chooser) => choosers.push(chooser))
  // A slow line: the first button is pressed before the page keeps the focus.
  await page.route(/\/keep-focus/, async (route) => {
    await pause(2_000)
    await route.continue()
  })
  await screen.open(nightjar.url)
  await screen.see('A Monero wallet in this browser', 60_000)
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await screen.shoot('keyboard-failed')
})
afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

/** Finds a setting by its words, on the screen of the settings. */
async function findSetting(query: string) {
  await enter(page, 'Settings')
  await at(page, 'Settings')
  await type(page, 'Search settings', query)
  await screen.see('shown.')
}

/** Chooses the password of a wallet, and waits for its rating. */
async function newPassword(label: string, text: string) {
  await type(page, label, text)
  await type(page, `${label} again`, text)
  // On a slow machine it is rated by its length before the lists of words are loaded.
  const rated = page.getByText(/^(Very strong|Long enough)/).first()
  await rated.waitFor({ timeout: 120_000 })
}

async function lock() {
  await enter(page, 'Lock')
  await at(page, 'Password')
}

/** Opens the dialog of the field with the focus. The dialog itself is the browser's. */
async function chooseFile(name: string, buffer: Buffer) {
  await press(page, 'Enter')
  await expect.poll(() => choosers.length, { timeout: 30_000 }).toBe(1)
  await choosers.pop()!.setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const copied = () => screen.run<string>('navigator.clipboard.readText()')

describe('a wallet', () => {
  test('is created, and its seed is confirmed', async () => {
    await enter(page, 'Create a new wallet')
    await at(page, 'Create a wallet')
    await newPassword('Password', password)
    await enter(page, 'Create wallet')
    await at(page, 'Write these words down')
    words = (await screen.read('ol li')).map((item) => item.replace(/^\d+\s*/, '').trim())
    await enter(page, 'I have written them down')
    for (let question = 0; question < 3; question += 1) {
      await screen.see(`${question} of 3 checked`)
      await at(page, /^Which word is number/)
      const [position] = await screen.read('strong')
      await enter(page, words[Number(position) - 1]!)
    }
    await at(page, 'Overview')
  })

  test('mines on a private chain, and the button keeps the focus', async () => {
    for (const height of [61, 121]) {
      await enter(page, 'Mine 60 blocks to this wallet')
      await screen.see(`Block ${height}`, 120_000)
      await at(page, 'Mine 60 blocks to this wallet')
    }
    await screen.see('Up to date', 120_000)
  })

  test('error: a wrong password leads back to the form', async () => {
    await lock()
    await page.keyboard.type('not the password')
    await press(page, 'Enter')
    await screen.see('That is not the password of this wallet.')
    await tabTo(page, 'Password', 'Shift+Tab')
    await page.keyboard.type(password)
    await press(page, 'Enter')
    await at(page, 'Overview')
  })

  test('is restored from its seed', async () => {
    await lock()
    await enter(page, 'Restore a wallet')
    await at(page, 'Restore a wallet')
    await type(page, 'Seed phrase', words.join(' '))
    await type(page, 'Name', 'Restored')
    await newPassword('Password', password)
    await enter(page, 'Restore wallet')
    await at(page, 'Overview')
    await screen.see('Up to date', 120_000)
  })
})

describe('money', () => {
  test('is requested, and the request is closed and opened again', async () => {
    await enter(page, 'Receive')
    await at(page, 'Receive')
    await type(page, 'Amount in XMR', '0.5')
    await type(page, 'Description', 'Two loaves')
    await enter(page, 'Create request')
    await at(page, 'Two loaves')
    await enter(page, 'Close')
    await at(page, 'Payment requests')
    await enter(page, /^Two loaves/)
    await at(page, 'Two loaves')
    await enter(page, 'Remove request')
    await at(page, 'Payment requests')
  })

  test('error: a payment that is too large leaves the focus on its button', async () => {
    await press(page, 'g', 's')
    await at(page, 'Send')
    await type(page, 'To', minerAddress)
    await type(page, 'Amount in XMR', '9999999')
    await enter(page, 'Review')
    await screen.see('There is not enough money', 60_000)
    await at(page, 'Review')
    await tabTo(page, 'Amount in XMR', 'Shift+Tab')
  })

  test('is sent, found in the history by filters, and described', async () => {
    await type(page, 'Amount in XMR', '1.25')
    await type(page, 'Note', 'Rent')
    await enter(page, 'Review')
    await at(page, 'Check this payment', 120_000)
    await enter(page, 'Send now')
    await at(page, 'Payment sent')
    await enter(page, 'Show in history')
    await at(page, 'Sent')

    await tabTo(page, 'History', 'Shift+Tab')
    await press(page, 'Enter')
    await at(page, 'History')
    await type(page, 'Search', 'rent')
    await tabTo(page, 'All')
    await press(page, 'ArrowDown', 'ArrowDown')
    expect(await focused(page)).toBe('Sent')
    await screen.see('1 of 121 transactions')
    await enter(page, /Rent/)
    await at(page, 'Sent')
    await type(page, 'Category', 'Home')
    await press(page, 'Enter')
    await screen.see('Saved.')
    expect(await focused(page)).toBe('Category')
    // Back on the row that was opened.
    await tabTo(page, 'History', 'Shift+Tab')
    await press(page, 'Enter')
    await at(page, /Rent/)
    await tabTo(page, 'Clear search and filters', 'Shift+Tab')
    await press(page, 'Enter')
    await at(page, 'History')
    await screen.see('121 transactions')
  })
})

describe('proofs and messages', () => {
  /** Goes from one form to the form that checks. */
  async function openCheck() {
    await enter(page, 'Proofs and messages')
    await at(page, 'Proofs and messages')
    await enter(page, 'Check a proof')
    await at(page, 'Check a proof')
  }

  async function check(fields: Record<string, string>, verdict: string) {
    await openCheck()
    await choose(page, 'What to check', 'A signed')
    for (const [label, text] of Object.entries(fields)) await type(page, label, text)
    await enter(page, 'Check')
    await at(page, verdict)
  }

  test('a message is signed and verified', async () => {
    await press(page, 'Control+k')
    await at(page, /^Search screens/)
    await page.keyboard.type('proofs and messages')
    await screen.see('result')
    await press(page, 'Enter')
    await at(page, 'Proofs and messages')
    await enter(page, /^Sign a message/)
    await at(page, 'Sign a message')
    await type(page, 'Message', 'I am here')
    await enter(page, 'Sign')
    await at(page, 'Your signature')
    await enter(page, 'Copy link')
    await expect.poll(copied).toMatch(/#\/proofs\/check\/message\//)
    const [Address = '', Signature = ''] = (await copied()).split('/message/')[1]!.split('/')
    await check({ Address, Signature, Message: 'I am here' }, 'The signature is valid')
    await check({ Address, Signature, Message: 'I am away' }, 'The signature is not valid')
  })

  test('funds are proved, and the file of the proof is checked', async () => {
    await enter(page, 'Proofs and messages')
    await at(page, 'Proofs and messages')
    await enter(page, /^Prove your funds/)
    await at(page, 'Prove your funds')
    await enter(page, 'Make the proof')
    await at(page, 'Your proof')
    const saved = page.waitForEvent('download')
    await enter(page, 'Save as file')
    const buffer = readFileSync(await (await saved).path())
    await openCheck()
    await tabTo(page, 'Proof file')
    await chooseFile('proof.json', buffer)
    await enter(page, 'Check')
    await at(page, 'The proof is valid')
  })
})

describe('settings', () => {
  test('the language is chosen, and its list keeps the focus', async () => {
    const stored = () => screen.run<string>('localStorage.getItem("nightjar.language")')
    await findSetting('Deutsch')
    await tabTo(page, 'Language of this page')
    await press(page, 'ArrowDown')
    await expect.poll(stored).toBe('en')
    await at(page, 'Language of this page')
    await press(page, 'ArrowDown')
    await at(page, 'Sprache dieser Seite')
    expect(await screen.run('document.documentElement.lang')).toBe('de')
    await press(page, 'ArrowUp')
    await at(page, 'Language of this page')
  })

  test('a node is tested, added, used and removed', async () => {
    await findSetting('test nodes')
    await enter(page, 'Open node and trust')
    await at(page, 'Node and trust')
    await enter(page, 'Test Node of this server')
    await screen.see('Answer in')
    await enter(page, 'Add a node')
    await type(page, 'Node address', 'mine.example:18081')
    await type(page, 'Name of the node', 'Mine')
    await press(page, 'Enter')
    await screen.see('This server does not allow this node.')
    await tabTo(page, 'Use Mine', 'Shift+Tab')
    await press(page, 'Enter')
    await screen.see('Your wallets use this node now: Mine.')
    await at(page, 'List of nodes')
    await enter(page, 'Remove Mine')
    await screen.see('Mine was removed from the list.')
    await at(page, 'List of nodes')
    await tabTo(page, 'Settings', 'Shift+Tab')
    await press(page, 'Enter')
    await at(page, 'Node and verification')
    await screen.see('Up to date', 60_000)
  })

  test('offline signing begins with the keys of the view-only wallet', async () => {
    await findSetting('view-only wallet')
    await enter(page, 'Open offline signing')
    await at(page, 'Offline signing')
    await tabTo(page, 'Keep this wallet offline')
    await press(page, 'Space')
    await screen.see('Kept offline')
    await at(page, 'Keep this wallet offline')
    await press(page, 'Space')
    await screen.see('Up to date', 60_000)
    await enter(page, 'Show the keys')
    await at(page, 'Password of this wallet')
    await page.keyboard.type(password)
    await press(page, 'Enter')
    await at(page, 'Keys of the view-only wallet')
    await enter(page, 'Hide')
    await at(page, /^Create the view-only wallet/)
    await enter(page, 'Next: exchange outputs')
    await at(page, 'Offline signing')
    await enter(page, 'Paste a text')
    await type(page, 'Text of the message', 'no message')
    await enter(page, 'Import')
    await page.getByRole('alert').first().waitFor()
    await at(page, 'Import')
  })

  test('a call of the console shows the wrong value, then the answer', async () => {
    await findSetting('developers')
    await enter(page, 'Open the console')
    await at(page, 'Console')
    await type(page, 'Find a call', 'balance of an account')
    await enter(page, 'get_balance')
    await at(page, 'get_balance')
    await type(page, 'account_index', '1.5')
    await enter(page, 'Call')
    await at(page, 'account_index')
    await type(page, 'account_index', '0')
    await enter(page, 'Call')
    await screen.see('Copy answer')
    await at(page, 'Call')
    await enter(page, 'Clear')
    await at(page, 'get_balance')
  })

  test('a backup is saved, and restored as a new wallet', async () => {
    await findSetting('backup file')
    await enter(page, 'Save a backup file')
    await type(page, 'Password of this wallet', password)
    await newPassword('Password of the backup', filePassword)
    const saved = page.waitForEvent('download')
    await enter(page, 'Save backup')
    const buffer = readFileSync(await (await saved).path())
    await at(page, /^Backup saved/)

    await lock()
    await enter(page, 'Restore a wallet')
    await at(page, 'Restore a wallet')
    await tabTo(page, 'Seed words')
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown')
    await at(page, 'Backup file')
    await press(page, 'Tab')
    await at(page, 'Backup file')
    await chooseFile('Copy.nightjar-backup', buffer)
    await type(page, 'Password of the backup', filePassword)
    await newPassword('Password', password)
    await enter(page, 'Restore wallet')
    await at(page, 'Overview')
    expect(await page.getByRole('link', { name: 'Wallets: Copy' }).count()).toBe(1)
  })
})

test('error: no step writes an error to the console', () => {
  // The browser reports the node that the server refuses.
  expect(screen.errors().filter((error) => !/mine\.example|403/.test(error))).toEqual([])
})
