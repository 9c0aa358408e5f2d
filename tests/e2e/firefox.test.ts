import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { openFirefox } from './firefox.ts'
import { createWallet, mineCoins, sendCoins, unlock } from './journey.ts'
import type { Screen } from './screen.ts'

let nightjar: Nightjar
let screen: Screen
const shoot = (name: string) => screen.shoot(`firefox-${name}`)

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openFirefox()
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

describe('the page in Firefox', () => {
  test('creates a wallet and confirms its seed', async () => {
    await screen.open(nightjar.url)
    expect(await createWallet(screen, shoot)).toHaveLength(25)
  })

  test('receives its mining rewards', async () => {
    await mineCoins(screen)
    await screen.see('Mined')
    await shoot('overview')
  })

  test('sends, after a review', async () => {
    await sendCoins(screen, { to: minerAddress, amount: '1.25', note: 'A first payment' }, shoot)
  })

  test('unlocks after a reload, with its history', async () => {
    await screen.reload()
    await unlock(screen)
    await screen.run(`location.hash = '#/history'`)
    await screen.see('A first payment')
    await shoot('history')
  })

  test('opens, unlocks and shows its history without its server', async () => {
    await screen.run('navigator.serviceWorker.ready.then(() => true)')
    await nightjar.program.stop()
    await screen.reload()
    await unlock(screen)
    await screen.see('Offline', 60_000)
    await screen.run(`location.hash = '#/history'`)
    await screen.see('A first payment')
  })

  test('makes no request to another origin', () => {
    const foreign = screen.requests().filter((url) => !url.startsWith(nightjar.url))
    expect(foreign.filter((url) => /^https?:/.test(url))).toEqual([])
  })
})
