/**
 * Pictures of all screens: `npm run screens`.
 *
 * @module
 */
import { mkdirSync } from 'node:fs'
import { places } from '../../web/places.ts'
import { openChromium, type ChromiumScreen } from '../e2e/chromium.ts'
import { startNightjar } from '../support/programs/nightjar.ts'
import { runWithFlags } from '../support/tool.ts'
import { guidePictures } from './guide.ts'
import { inAllLooks, openPlace, sizes } from './look.ts'
import { makeScene } from './scene.ts'

const folder = 'dist/screens'
const guideFolder = 'docs/guide/pictures'
/** Of a taller screen, the guide shows what the window shows. CSS pixels. */
const mostGuideHeight = 2000

const tool = {
  name: 'screens',
  summary: `Takes pictures of every screen in all widths and themes, into ${folder}.`,
  flags: {
    only: { takes: 'NAME', help: 'Only screens whose name contains this' },
    guide: { help: `Also write the pictures of the user guide, into ${guideFolder}` },
  },
} as const

/** @returns The exit code. */
export const main = (args: readonly string[]): Promise<number> =>
  runWithFlags(tool, args, async ({ only = '', guide }) => {
    for (const each of [folder, guideFolder]) mkdirSync(each, { recursive: true })
    const nightjar = await startNightjar()
    const screen = await openChromium()
    try {
      const shoot = shooter(screen, only, new Set(guide ? guidePictures() : []))
      await makeScene(screen, nightjar.url, shoot)
      for (const place of places) {
        await openPlace(screen, place)
        await shoot(place)
        console.log(`#/${place}`)
      }
    } finally {
      await screen.close()
      await nightjar.program.stop()
    }
    return 0
  })

/**
 * Takes pictures of the current screen: `dist/screens/send-360-light.png`.
 *
 * @param guided - Names of pictures that the guide shows, too.
 */
function shooter(screen: ChromiumScreen, only: string, guided: ReadonlySet<string>) {
  const page = screen.context.pages().at(-1)!
  return async (name: string) => {
    if (!name.includes(only)) return
    await inAllLooks(screen, sizes, async ({ width, theme }) => {
      const picture = `${name}-${width}-${theme}`
      await page.screenshot({ path: `${folder}/${picture}.png`, fullPage: true })
      if (!guided.has(picture)) return
      const height = await screen.run<number>('document.documentElement.scrollHeight')
      await screen.run<void>('scrollTo(0, 0)')
      const fullPage = height <= mostGuideHeight
      await page.screenshot({ path: `${guideFolder}/${picture}.png`, fullPage })
    })
  }
}
