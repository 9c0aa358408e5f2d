/** Backups, passkeys, the seed check, the clipboard and stored data. */
import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { choosePassword, mineCoins, password, sendCoins } from './journey.ts'
import { lookFaults } from './look.ts'

let nightjar: Nightjar
let screen: ChromiumScreen
let page: Page
let devices: CDPSession
let authenticatorId: string
const faults: string[] = []
const filePassword = 'winter copper sledge orbit 58'

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium()
  page = screen.context.pages().at(-1)!
  devices = await screen.context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const made = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  authenticatorId = made.authenticatorId
  // Passkeys need localhost or https; an address in digits is not enough.
  await screen.open(nightjar.url.replace('127.0.0.1', 'localhost'))
})
afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

const look = async (name: string) =>
  void faults.push(...(await lookFaults(screen, `safety-${name}`)))

const go = (place: string) => screen.run<void>(`void (location.hash = '#/${place}')`)
const card = (name: string) => page.getByRole('region', { name, exact: true })
const lock = () => page.locator('header').getByRole('button', { name: 'Lock', exact: true }).click()

/** What the page shows of the wallet: balance, history, addresses, contacts. */
async function shown() {
  await go('overview')
  await screen.see('Full history', 60_000)
  await screen.see('waiting to be mined', 60_000)
  const balance = await screen.read('main .total')
  const recent = await screen.read('main .recent li')
  await go('receive')
  await screen.see('Copy address')
  return { balance, recent, address: await screen.read('main .address') }
}

/** Enters the words of the quiz. */
async function answer(words: readonly string[]) {
  for (let question = 0; question < 3; question += 1) {
    await screen.see(`${question} of 3 checked`)
    const [position] = await screen.read('main strong.figures')
    await page.getByRole('button', { name: words[Number(position) - 1]!, exact: true }).click()
  }
}

let words: string[]

describe('the seed check', () => {
  test('can be left out at first, and the overview reminds of it', async () => {
    await screen.see('A Monero wallet in this browser')
    await screen.press('Create a new wallet')
    await choosePassword(screen)
    await screen.press('Create wallet')
    await screen.see('Write these words down')
    words = (await screen.read('ol li')).map((item) => item.replace(/^\d+\s*/, '').trim())
    await screen.press('I have written them down')
    await screen.press('Check later')
    await screen.see('You have not checked your seed words yet.')
    await look('reminder')
  })

  test('is done by keyboard, and ends the reminder', async () => {
    await page.getByRole('link', { name: 'Check the words' }).press('Enter')
    const check = card('Seed check')
    await check.getByRole('button', { name: 'Check the words' }).press('Enter')
    await check.getByLabel('Password of this wallet').fill(password)
    await page.keyboard.press('Enter')
    await answer(words)
    await screen.see('Correct. Your notes match this wallet.')
    await go('overview')
    await screen.see('Recent transactions')
    expect(await page.getByText('Check the words').count()).toBe(0)
  })
})

describe('a backup', () => {
  let before: Awaited<ReturnType<typeof shown>> | undefined
  let file: string

  test('is saved with a password of its own', async () => {
    await mineCoins(screen)
    await sendCoins(
      screen,
      { to: await ownAddress(), amount: '0.5', note: 'for rent' },
      async () => {},
    )
    // The balance follows the list: what is shown twice is complete.
    await expect
      .poll(
        async () => {
          const last = before
          before = await shown()
          return JSON.stringify(last) === JSON.stringify(before)
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    await go('settings/backup')
    await page.getByText('Save a backup file').click()
    const form = card('Backup file')
    await form.getByLabel('Password of this wallet').fill(password)
    await form.getByLabel('Password of the backup', { exact: true }).fill(filePassword)
    await form.getByLabel('Password of the backup again').fill(filePassword)
    const saved = page.waitForEvent('download')
    await form.getByRole('button', { name: 'Save backup' }).click()
    const download = await saved
    expect(download.suggestedFilename()).toMatch(/^My wallet \d{4}-\d\d-\d\d\.nightjar-backup$/)
    file = await download.path()
    expect(readFileSync(file).subarray(0, 15).toString()).toBe('nightjar backup')
    await screen.see('Backup saved.')
    await look('backup')
  })

  test('is restored with everything, as a new wallet', async () => {
    await lock()
    await screen.press('Restore a wallet')
    await screen.tick('Backup file')
    await page.locator('input[type=file]').setInputFiles({
      name: 'My wallet 2026-01-01.nightjar-backup',
      mimeType: 'application/octet-stream',
      buffer: readFileSync(file),
    })
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('My wallet 2')
    await screen.fill('Password of the backup', 'wrong')
    await choosePassword(screen)
    await screen.press('Restore wallet')
    await screen.see('The backup does not open with this password. Nothing was restored.')
    await look('restore')
    await screen.fill('Password of the backup', filePassword)
    await screen.press('Restore wallet')
    await page.getByRole('link', { name: 'Wallets: My wallet 2' }).waitFor({ timeout: 60_000 })
    await expect.poll(shown, { timeout: 60_000 }).toEqual(before)
    await go('history')
    await screen.see('for rent')
  })
})

describe('a passkey', () => {
  test('is added, and unlocks the wallet', async () => {
    await go('settings/passkey')
    await page.getByText('Add a passkey').click()
    const form = card('Passkey')
    await form.getByLabel('Password of this wallet').fill(password)
    await form.getByRole('button', { name: 'Add passkey' }).click()
    await screen.see('Passkey added. The unlock screen now offers it.')
    await look('passkey')
    await lock()
    await page.getByRole('button', { name: 'Unlock with passkey' }).waitFor()
    await look('unlock')
    await screen.press('Unlock with passkey')
    await page.getByRole('link', { name: 'Wallets: My wallet 2' }).waitFor({ timeout: 60_000 })
  })

  test('error: is refused by the person, and the password unlocks', async () => {
    await lock()
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await screen.press('Unlock with passkey')
    await screen.see('The passkey was not used')
    // As devices do, this one has blocked its passkeys after several wrong fingers.
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await screen.press('Unlock with passkey')
    await screen.see('The passkey was not used')
    await screen.fill('Password', password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Wallets: My wallet 2' }).waitFor({ timeout: 60_000 })
  })

  test('opens nothing after it was removed', async () => {
    await go('settings/passkey')
    await page.getByText('Remove the passkey').click()
    const form = card('Passkey')
    await form.getByLabel('Password of this wallet').fill(password)
    await form.getByRole('button', { name: 'Remove passkey' }).click()
    await screen.see('Passkey removed.')
    await lock()
    await screen.see('Unlock')
    expect(await page.getByRole('button', { name: 'Unlock with passkey' }).count()).toBe(0)
    await screen.fill('Password', password)
    await screen.press('Unlock')
    await page.getByRole('link', { name: 'Wallets: My wallet 2' }).waitFor({ timeout: 60_000 })
  })
})

describe('stored data', () => {
  test('is listed by wallet and kind', async () => {
    await go('storage')
    await screen.see('What the open wallet stores')
    // The mark of a wallet is its first letter.
    expect(await screen.read('main .wallet .name')).toEqual(['M\nMy wallet', 'M\nMy wallet 2'])
    expect((await screen.read('main tbody th')).join()).toContain('Your entries')
    await look('storage')
  })

  test('is deleted after a confirmation is typed', async () => {
    await page.getByText('Delete all data of this page').click()
    const remove = page.getByRole('button', { name: 'Delete everything', exact: true })
    expect(await remove.isDisabled()).toBe(true)
    await screen.fill('Type these words to confirm', 'delete everything')
    await remove.click()
    await screen.see('A Monero wallet in this browser')
    expect(await screen.run('localStorage.length')).toBe(0)
  })
})

test('all screens are accessible', () => {
  expect(faults).toEqual([])
})

async function ownAddress() {
  await go('receive')
  await screen.see('Copy address')
  return (await screen.read('main .address'))[0]!.replace(/\s/g, '')
}
