import { appendFileSync, cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { temporaryFolder } from '../support/storage/temporary-folder.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, mineCoins, reviewPayment, unlock } from './journey.ts'

/** The served files, which are replaced while the page is open. */
const folder = temporaryFolder('dist')
let nightjar: Nightjar
let screen: ChromiumScreen

beforeAll(async () => {
  cpSync('dist', folder, { recursive: true })
  writeFileSync(`${folder}/package.json`, '{ "type": "module" }')
  symlinkSync(resolve('node_modules'), `${folder}/node_modules`)
  nightjar = await startNightjar({ folder })
  screen = await openChromium()
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await mineCoins(screen)
  await screen.run('navigator.serviceWorker.ready.then(() => true)')
  await screen.reload()
  await unlock(screen)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

const waits = () =>
  screen.run<boolean>('navigator.serviceWorker.ready.then(({ waiting }) => waiting !== null)')
const notice = () => screen.read('aside p')
const ready = 'A new version of Nightjar is ready.'

describe('a new version of the page', () => {
  test('is not announced while a payment is under review', async () => {
    await reviewPayment(screen, { to: minerAddress, amount: '1.25' })
    await nightjar.program.stop()
    appendFileSync(`${folder}/page/sw.js`, '\n// A newer version.\n')
    await nightjar.restart()
    await screen.run(
      'navigator.serviceWorker.ready.then((known) => known.update()).then(() => true)',
    )
    await expect.poll(waits, { timeout: 30_000 }).toBe(true)
    expect(await notice()).toEqual([])
  })

  test('is announced afterwards, and can be postponed', async () => {
    await screen.press('Edit')
    await screen.see(ready)
    await screen.shoot('chromium-update')
    expect(await axeFaults(screen, 'update')).toEqual([])
    await screen.press('Later')
    await expect.poll(notice, { timeout: 30_000 }).toEqual([])
    expect(await waits()).toBe(true)
  })

  test('reports when it is blocked', async () => {
    await screen.reload()
    await screen.see(ready)
    // Without the message the new worker does not start.
    await screen.run('ServiceWorker.prototype.postMessage = () => {}')
    await screen.press('Reload')
    await screen.see('The new version starts once all tabs of Nightjar are closed.')
    await screen.shoot('chromium-update-blocked')
    expect(await axeFaults(screen, 'update blocked')).toEqual([])
    await screen.press('Close')
    await expect.poll(notice, { timeout: 30_000 }).toEqual([])
  })

  test('starts after a reload', async () => {
    await screen.reload()
    await screen.see(ready)
    const page = screen.context.pages().at(-1)!
    // Chromium delays the new worker while the old one answers requests.
    await page.waitForLoadState('networkidle')
    const loaded = page.waitForEvent('load')
    await screen.press('Reload')
    await loaded
    await screen.see('Unlock')
    expect(await waits()).toBe(false)
    expect(await notice()).toEqual([])
  })
})
