/**
 * Work of the page: a wallet on the chain of our own node that refreshes, pays, locks and unlocks.
 *
 * @module
 */
import { createWallet, mineCoins, sendCoins, unlock } from '../e2e/journey.ts'
import type { Screen } from '../e2e/screen.ts'
import { minerAddress } from '../support/programs/monerod.ts'
import type { Work } from './work.ts'

const noPicture = async () => undefined

/** @param url - Of our own node, which serves the page. */
export async function pageWork(screen: Screen, url: string): Promise<Work> {
  await screen.open(url)
  await createWallet(screen, noPicture)
  await mineCoins(screen)
  return {
    name: 'page',
    pauseMs: 10_000,
    async round(index) {
      await sendCoins(
        screen,
        { to: minerAddress, amount: '0.01', note: `Payment ${index}` },
        noPicture,
      )
      for (const [place, text] of places) {
        await screen.run(`location.hash = '#/${place}'`)
        await screen.see(text)
      }
      if (index % 3 !== 2) return
      await screen.press('Lock')
      await unlock(screen)
    },
  }
}

/** Screens, and a text on each. The last one is the overview. */
const places = [
  ['history', `Payment`],
  ['receive', 'Receive'],
  ['settings', 'WebAssembly'],
  ['overview', 'Balance'],
] as const
