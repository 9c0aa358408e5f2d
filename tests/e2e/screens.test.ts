/** Every screen, in both themes and all widths: accessibility, and nothing reaches beyond the window. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { places } from '../../web/places.ts'
import { inAllLooks, openPlace, sizes, type Look } from '../screens/look.ts'
import { makeScene } from '../screens/scene.ts'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { count } from '../support/random/case-counts.ts'
import { axeFaultsHere } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { overflowing } from './pseudo.ts'

let nightjar: Nightjar
let screen: ChromiumScreen

/** In short runs, axe sees a tablet and a large screen in one theme each: colours do not depend on the width. */
const isSeen = ({ width, theme }: Look) =>
  count(0, 1) === 1 || [360, 1280].includes(width) || theme === (width === 768 ? 'light' : 'dark')

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium()
  await makeScene(screen, nightjar.url, async () => undefined)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

test.each(places)('%s has no fault', async (place) => {
  const faults: string[] = []
  await openPlace(screen, place)
  await inAllLooks(screen, sizes, async ({ width, theme }) => {
    const name = `${place}, ${width}, ${theme}`
    if (isSeen({ width, theme })) faults.push(...(await axeFaultsHere(screen, name)))
    for (const element of await overflowing(screen)) faults.push(`${name}: too wide: ${element}`)
  })
  expect(faults).toEqual([])
})

test('error: no screen writes an error to the console', () => {
  expect(screen.errors()).toEqual([])
})
