/** Records of a wallet in Chromium's IndexedDB are removed or set back while the page is not open. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, mineCoins, password, unlock } from './journey.ts'

let nightjar: Nightjar
let screen: ChromiumScreen

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium()
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

/** Runs a script with the records of all wallets: `store` is the object store, `done` ends the script with its value. */
const inRecords = <T>(script: string): Promise<T> =>
  screen.run<T>(`new Promise((done, failed) => {
    const opening = indexedDB.open('nightjar')
    opening.onerror = () => failed(opening.error)
    opening.onsuccess = () => {
      const change = opening.result.transaction('records', 'readwrite')
      const store = change.objectStore('records')
      let value
      change.oncomplete = () => { opening.result.close(); done(value) }
      ${script}
    }
  })`)

async function tryPassword(text: string, button = 'Unlock') {
  await screen.fill('Password', text)
  await screen.press(button)
}

test('a wallet that lost a record says so, and opens with what is left', async () => {
  await mineCoins(screen)
  const [total] = await screen.read('.total')
  await screen.reload()
  await screen.see('Unlock')
  await inRecords(`store.getAllKeys().onsuccess = ({ target }) =>
    store.delete(target.result.find(([, name]) => name.startsWith('data.')))`)
  await tryPassword(password)
  await screen.see('The stored wallet was changed')
  expect(await axeFaults(screen, 'changed records')).toEqual([])
  await screen.shoot('changed-records')
  await screen.narrow(() => screen.shoot('changed-records-narrow'))
  await tryPassword('wrong', 'Open what is left')
  await screen.see('That is not the password of this wallet.')
  await tryPassword(password, 'Open what is left')
  await screen.see('Up to date', 120_000)
  expect(await screen.read('.total')).toEqual([total])
  await screen.reload()
  await unlock(screen)
})

test('the header of before a password change opens nothing', async () => {
  const header = `store.get(['My wallet', 'keys.header'])`
  const bytes = await inRecords<number[]>(
    `${header}.onsuccess = ({ target }) => (value = [...target.result])`,
  )
  await screen.run(`location.hash = '#/settings'`)
  await screen.see('Change the password')
  await screen.run(
    `document.querySelector("section[aria-labelledby=password] details").open = true`,
  )
  await screen.fill('Current password', password)
  await screen.fill('New password', 'otter violin gravel sunday 31')
  await screen.fill('New password again', 'otter violin gravel sunday 31')
  await screen.press('Change password')
  await screen.see('Password changed.', 60_000)
  await screen.reload()
  await screen.see('Unlock')
  await inRecords(`store.put(new Uint8Array([${bytes.join()}]), ['My wallet', 'keys.header'])`)
  await tryPassword(password)
  await screen.see('the keys of the wallet are damaged')
})
