/** Storage that fails in a real browser: it is full, it is deleted, another tab upgrades it. */
import type { CDPSession, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { daemonClient } from '../support/network/http-client.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { choosePassword, createWallet, mineCoins, reviewPayment } from './journey.ts'

let nightjar: Nightjar
let screen: ChromiumScreen
let page: Page
let devTools: CDPSession
let words: string[]

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium()
  page = screen.context.pages().at(-1)!
  devTools = await screen.context.newCDPSession(page)
  await screen.open(nightjar.url)
  words = await createWallet(screen, async () => {})
  await mineCoins(screen)
})
afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

const pool = async () =>
  (await daemonClient(nightjar.url).get('/get_transaction_pool')).transactions?.length ?? 0

/** @param quotaSize - In bytes; undefined for the browser's own quota. */
const limitStorage = (quotaSize?: number) =>
  devTools.send('Storage.overrideQuotaForOrigin', {
    origin: nightjar.url,
    ...(quotaSize !== undefined && { quotaSize }),
  })

/** Whether a write to another database of the page is refused: the browser caches the quota for half a minute. */
const isFull = () =>
  page.evaluate(
    () =>
      new Promise<boolean>((resolve, reject) => {
        const opening = indexedDB.open('probe', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('bytes')
        opening.onerror = () => reject(opening.error!)
        opening.onsuccess = () => {
          const write = opening.result.transaction('bytes', 'readwrite')
          write.objectStore('bytes').put(new Uint8Array(100), 'same')
          write.oncomplete = () => resolve(false)
          write.onabort = () => resolve(write.error?.name === 'QuotaExceededError')
          opening.result.close()
        }
      }),
  )

test('a payment that cannot be stored is not sent, and can be sent when there is space', async () => {
  expect(await isFull()).toBe(false)
  await reviewPayment(screen, { to: minerAddress, amount: '1.25' })
  await limitStorage(1)
  await expect.poll(isFull, { timeout: 120_000, interval: 500 }).toBe(true)
  await screen.press('Send now')
  await screen.see(
    'The wallet could not be stored: the storage of this browser is full. Nothing was changed. ' +
      'Free some space, then try again (QuotaExceededError).',
  )
  await screen.shoot('chromium-storage-full')
  expect(await axeFaults(screen, 'storage full')).toEqual([])
  expect(await pool()).toBe(0)

  await limitStorage()
  await screen.press('Review')
  await screen.see('Check this payment', 120_000)
  await screen.press('Send now')
  await screen.see('Payment sent', 60_000)
  expect(await pool()).toBe(1)
})

test('a wallet whose data the browser deletes is closed with the reason, and can be restored', async () => {
  const storageTypes = 'indexeddb'
  await devTools.send('Storage.clearDataForOrigin', { origin: nightjar.url, storageTypes })
  await screen.see(
    'The browser deleted the data of this wallet, so it was closed. Restore it from its seed words.',
  )
  await screen.see('A Monero wallet in this browser')
  await screen.shoot('chromium-storage-deleted')
  expect(await axeFaults(screen, 'storage deleted')).toEqual([])

  await screen.press('Restore a wallet')
  await screen.fill('Seed phrase', words.join(' '))
  await choosePassword(screen)
  await screen.press('Restore wallet')
  await screen.see('Up to date', 120_000)
  // The address bar still names the screen of the payment.
  await screen.run("void (location.hash = '#/overview')")
  await screen.see('Mined')
})

test('a newer page in another tab closes the wallet of this one, which says so', async () => {
  const tab = await screen.newTab()
  await tab.open(nightjar.url)
  const upgraded = `new Promise((resolve, reject) => {
    const opening = indexedDB.open('nightjar', 3)
    opening.onblocked = () => resolve('blocked')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => resolve('upgraded')
  })`
  expect(await tab.run(upgraded)).toBe('upgraded')
  const newer =
    'A newer version of this page is open in another tab. Close this tab, or reload it to use the new version.'
  await screen.see(newer)
  await screen.shoot('chromium-storage-newer')
  await screen.reload()
  await screen.see('Nightjar cannot run here')
  await screen.see(newer)
  expect(await axeFaults(screen, 'storage newer')).toEqual([])
  await tab.close()
})
