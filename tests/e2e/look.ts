/**
 * A screen of a journey, as people with a desktop and with a phone see it.
 *
 * @module
 */
import { count } from '../support/random/case-counts.ts'
import { axeFaultsHere } from './axe.ts'
import type { ChromiumScreen } from './chromium.ts'

/** `screens.test.ts` sees every screen in all looks in short runs too. */
const isWhole = count(0, 1) === 1
let looks = 0

/**
 * Looks at the current screen, with both themes on a desktop and on a phone, and takes screenshots. Short runs look once:
 * in turns light on a desktop and dark on a phone.
 *
 * @returns One line for each element that violates a rule of axe, and one if the screen is wider than the window.
 */
export async function lookFaults(screen: ChromiumScreen, name: string): Promise<string[]> {
  const faults: string[] = []
  const look = async (what: string) => {
    if (isWhole) await screen.shoot(what)
    if (await screen.run('document.documentElement.scrollWidth > innerWidth'))
      faults.push(`${what}: wider than the window`)
    faults.push(...(await axeFaultsHere(screen, what)))
  }
  const isPhone = looks++ % 2 === 1
  for (const theme of ['light', 'dark'] as const) {
    await screen.theme(theme)
    if (isWhole || (theme === 'light' && !isPhone)) await look(`${name}-${theme}`)
    if (isWhole || (theme === 'dark' && isPhone))
      await screen.narrow(() => look(`${name}-narrow-${theme}`))
  }
  return faults
}
