/** The page in other scripts: from right to left, and in letters that break lines by other rules. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import PO from 'pofile'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { poll } from '../support/programs/process.ts'
import { axeFaults } from './axe.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, mineCoins, password } from './journey.ts'
import { overflowing } from './pseudo.ts'

let nightjar: Nightjar
let screen: ChromiumScreen

const page = () => screen.context.pages().at(-1)!
const places = ['overview', 'accounts', 'receive', 'send', 'history', 'proofs', 'settings']
const shows = (selector: string) =>
  poll(() => screen.run(`document.querySelector(${JSON.stringify(selector)}) !== null`), 60_000)

/** A text of the page in a language, by its English one. */
function textOf(code: string, english: string): string {
  const { items } = PO.parse(readFileSync(`web/languages/${code}.po`, 'utf8'))
  return items.find(({ msgid, msgctxt }) => msgid === english && !msgctxt)!.msgstr[0]!
}

/** Shows the page in a language after a reload, and unlocks the wallet. */
async function openIn(code: string) {
  // The settings have fields for passwords, too.
  await screen.run(`location.hash = '#/overview'`)
  await screen.run(`localStorage.setItem('nightjar.language', '${code}')`)
  await screen.reload()
  await shows('input[type=password]')
  await page().locator('input[type=password]').fill(password)
  await page().locator('button.primary').click()
  await poll(() => screen.run(`!document.querySelector('input[type=password]')`), 60_000)
  await shows('main')
}

async function show(place: string) {
  await screen.run(`location.hash = '#/${place}'`)
  // The heading of the overview is for screen readers only.
  await shows('main h1')
  await poll(() => screen.run(`!document.querySelector('main [aria-busy=true]')`), 60_000)
}

/** The computed direction of an element, and on which side of the window its middle is. */
const layoutOf = (selector: string) =>
  screen.run<{ direction: string; side: string }>(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)})
    const { left, width } = element.getBoundingClientRect()
    const side = left + width / 2 < innerWidth / 2 ? 'left' : 'right'
    return { direction: getComputedStyle(element).direction, side }
  })()`)

/** Looks at the main screens on a desktop and on a phone. */
async function faultsOf(code: string): Promise<string[]> {
  const faults: string[] = []
  for (const place of places) {
    await show(place)
    for (const element of await overflowing(screen)) faults.push(`${place}, 1200: ${element}`)
    await screen.shoot(`scripts-${code}-${place}`)
    await screen.narrow(async () => {
      for (const element of await overflowing(screen)) faults.push(`${place}, 360: ${element}`)
      await screen.shoot(`scripts-${code}-${place}-narrow`)
    })
  }
  return faults
}

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium([], { serviceWorkers: 'block' })
  await screen.open(nightjar.url)
  await createWallet(screen, async () => {})
  await mineCoins(screen)
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

test('Arabic is written from right to left, and no screen is too wide', async () => {
  await openIn('ar')
  expect(await screen.run('[document.documentElement.lang, document.documentElement.dir]')).toEqual(
    ['ar', 'rtl'],
  )
  expect(await faultsOf('ar')).toEqual([])
})

test('titles stand at the right; amounts and addresses read from left to right', async () => {
  await show('overview')
  expect(await layoutOf('.total .amount')).toMatchObject({ direction: 'ltr' })
  await show('receive')
  expect(await layoutOf('main h1')).toMatchObject({ direction: 'rtl' })
  expect(await layoutOf('main .mono')).toMatchObject({ direction: 'ltr' })
})

test('what is copied is the address itself, without marks of direction', async () => {
  await page()
    .getByRole('button', { name: textOf('ar', 'Copy address') })
    .first()
    .click()
  await screen.see(textOf('ar', 'Copied'))
  expect(await screen.run('navigator.clipboard.readText()')).toMatch(/^[1-9A-HJ-NP-Za-km-z]{95}$/)
})

test('a typed amount reads from left to right, and takes a point only', async () => {
  await show('send')
  const field = page().getByLabel(textOf('ar', 'Amount in XMR'))
  await field.fill('0.5')
  expect(await field.evaluate((input) => getComputedStyle(input).unicodeBidi)).toBe('plaintext')
  expect(await field.getAttribute('aria-invalid')).not.toBe('true')
  await field.fill('0,5')
  await field.blur()
  await poll(async () => (await field.getAttribute('aria-invalid')) === 'true')
})

test('Arabic has no accessibility faults on the overview and in the settings', async () => {
  await show('overview')
  expect(await axeFaults(screen, 'overview')).toEqual([])
  await show('settings')
  expect(await axeFaults(screen, 'settings')).toEqual([])
})

test.each(['ja', 'ru', 'zh'])('%s fits on every screen', async (code) => {
  await openIn(code)
  expect(await screen.run('document.documentElement.lang')).toBe(code)
  expect(await faultsOf(code)).toEqual([])
})

test('a new wallet in Japanese is offered the Japanese words', async () => {
  await screen.run(`localStorage.setItem('nightjar.language', 'ja')`)
  await screen.reload()
  await shows('input[type=password]')
  await page()
    .getByRole('button', { name: textOf('ja', 'Create another wallet') })
    .first()
    .click()
  const field = page().getByLabel(textOf('ja', 'Language of the seed words'))
  await poll(async () => (await field.inputValue()) === 'Japanese')
})
