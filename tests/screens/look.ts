/**
 * The widths and themes in which each screen is looked at.
 *
 * @module
 */
import type { ChromiumScreen } from '../e2e/chromium.ts'

/** A phone, a tablet, a laptop, a large screen: CSS pixels, with a height. */
export const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 850 },
  { width: 1920, height: 1080 },
] as const

/** Dusk and dawn. */
const themes = ['dark', 'light'] as const

export type Look = { width: number; theme: (typeof themes)[number] }

/** Runs `look` for the current screen in all sizes and themes. Ends with the size of a laptop and the dark theme. */
export async function inAllLooks(
  screen: ChromiumScreen,
  chosen: readonly { width: number; height: number }[],
  look: (as: Look) => Promise<void>,
) {
  const page = screen.context.pages().at(-1)!
  for (const size of chosen) {
    await page.setViewportSize(size)
    for (const theme of themes) {
      await screen.theme(theme)
      await look({ width: size.width, theme })
    }
  }
  await page.setViewportSize({ width: 1280, height: 850 })
  await screen.theme('dark')
}

/** Opens a screen of the wallet by its name in the address bar, and waits for its content. */
export async function openPlace(screen: ChromiumScreen, place: string) {
  const page = screen.context.pages().at(-1)!
  await screen.run(`location.hash = '#/${place}'`)
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  // Screens on demand say so while they load.
  await page.getByText('Loading…', { exact: true }).waitFor({ state: 'hidden' })
}
