import { afterAll, beforeAll, describe, test } from 'vitest'
import { minerAddress } from '../support/programs/monerod.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { createWallet, mineCoins, sendCoins, unlock } from './journey.ts'
import type { Screen } from './screen.ts'

/**
 * Defines the tests of a new user in one browser.
 *
 * @returns What they use, for further tests.
 */
export function newUserTests<S extends Screen>(browser: string, open: () => Promise<S>) {
  let nightjar: Nightjar
  let screen: S
  const shoot = (name: string) => screen.shoot(`${browser.toLowerCase()}-${name}`)

  beforeAll(async () => {
    nightjar = await startNightjar()
    screen = await open()
  })

  afterAll(async () => {
    await screen.close()
    await nightjar.program.stop()
  })

  describe(`the page in ${browser}`, () => {
    test('creates a wallet and confirms its seed', async ({ expect }) => {
      await screen.open(nightjar.url)
      expect(await createWallet(screen, shoot)).toHaveLength(25)
    })

    test('receives its mining rewards', async () => {
      await mineCoins(screen)
      await screen.see('Mined')
      await shoot('overview')
    })

    test('sends, after a review', async () => {
      const payment = { to: minerAddress, amount: '1.25', note: 'A first payment' }
      await sendCoins(screen, payment, shoot)
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
  })
  return () => ({ screen, nightjar })
}
