/** The page in other languages: a real one, and one that shows what is not translated or does not fit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNightjar, type Nightjar } from '../support/programs/nightjar.ts'
import { poll } from '../support/programs/process.ts'
import { openChromium, type ChromiumScreen } from './chromium.ts'
import { createWallet, mineCoins, password, unlock } from './journey.ts'
import { overflowing, pseudoLanguage, untranslated } from './pseudo.ts'

let nightjar: Nightjar
let screen: ChromiumScreen

const noShots = async () => {}
const page = () => screen.context.pages().at(-1)!
const go = (place: string) => screen.run(`location.hash = '#/${place}'`)
const languageFiles = () =>
  screen.requests().flatMap((url) => /texts-(\w+-\w+)-[\w-]+\.js/.exec(url)?.[1] ?? [])

beforeAll(async () => {
  nightjar = await startNightjar()
  screen = await openChromium([], { serviceWorkers: 'block' })
})

afterAll(async () => {
  await screen.close()
  await nightjar.program.stop()
})

describe('the page in German', () => {
  test('the first load in English has its texts in the page’s code', async () => {
    await screen.open(nightjar.url)
    await screen.see('A Monero wallet in this browser', 60_000)
    expect(languageFiles()).toEqual([])
    expect(await screen.run('document.documentElement.lang')).toBe('en')
  })

  test('screens on demand bring theirs', async () => {
    await createWallet(screen, noShots)
    await mineCoins(screen)
    await go('settings')
    await screen.see('Language of this page')
    expect(new Set(languageFiles())).toEqual(new Set(['later-en']))
  })

  test('the language changes at once, while the wallet stays open', async () => {
    await page().getByLabel('Language of this page').selectOption('de')
    await screen.see('Sprache dieser Seite')
    expect(await screen.read('h1')).toEqual(['Einstellungen'])
    expect(await screen.run('document.title')).toBe('Einstellungen · Nightjar')
    expect(await screen.run('document.documentElement.lang')).toBe('de')
    await screen.shoot('languages-de-settings')
    await go('overview')
    await screen.see('Letzte Transaktionen')
    await screen.see('Geschürft')
    await screen.shoot('languages-de-overview')
  })

  test('amounts keep the point with which they are typed', async () => {
    const [total = ''] = await screen.read('.total')
    expect(total).toMatch(/^[\d\u202f]+\.\d+\sXMR$/)
  })

  test('a reload keeps it, and loads no other language', async () => {
    const before = languageFiles().length
    await screen.reload()
    await screen.see('Entsperren')
    const loaded = languageFiles().slice(before)
    expect(loaded).toContain('start-de')
    expect(loaded.filter((name) => !name.endsWith('-de'))).toEqual([])
    await screen.fill('Passwort', password)
    await screen.press('Entsperren')
    await screen.see('Übersicht', 60_000)
    await screen.narrow(() => screen.shoot('languages-de-overview-narrow'))
  })

  test('the browser’s language can be chosen again', async () => {
    await go('settings')
    await page().getByLabel('Sprache dieser Seite').selectOption('system')
    await screen.see('Language of this page')
    expect(await screen.run('localStorage.getItem("nightjar.language")')).toBeNull()
  })
})

describe('the page in a longer language, from right to left', () => {
  const faults: string[] = []

  /** Looks at the current screen on a phone and on a desktop. */
  async function look(name: string) {
    await screen.run(`document.documentElement.dir = 'rtl'`)
    for (const text of await untranslated(screen)) faults.push(`${name}: not translated: ${text}`)
    for (const element of await overflowing(screen)) faults.push(`${name}, 1200: ${element}`)
    await screen.shoot(`languages-pseudo-${name}`)
    await screen.narrow(async () => {
      for (const element of await overflowing(screen)) faults.push(`${name}, 360: ${element}`)
      await screen.shoot(`languages-pseudo-${name}-narrow`)
    })
  }

  const shows = (selector: string) =>
    poll(() => screen.run(`document.querySelector(${JSON.stringify(selector)}) !== null`), 60_000)

  test('no screen shows untranslated text or is too wide', async () => {
    const end = await pseudoLanguage(screen.context)
    await screen.run(`localStorage.setItem('nightjar.language', 'de')`)
    await screen.reload()
    await shows('input[type=password]')
    await look('unlock')
    await screen.run(`document.querySelectorAll('.others button')[1].click()`)
    await shows('textarea')
    await look('restore')
    await screen.reload()
    await shows('input[type=password]')
    await page().locator('input[type=password]').fill(password)
    await page().locator('button.primary').click()
    await go('overview')
    await shows('.total')
    await look('overview')
    for (const place of ['receive', 'send', 'history', 'settings', 'shared']) {
      await go(place)
      await shows('main h1:not(.unseen)')
      await look(place)
    }
    await go('history')
    await shows('main li a')
    await screen.run(`document.querySelector('main li a').click()`)
    await shows('.facts')
    await look('transfer')
    await end()
    expect(faults).toEqual([])
  })

  test('the texts are English again without it', async () => {
    await screen.run(`localStorage.removeItem('nightjar.language')`)
    await screen.reload()
    await unlock(screen)
  })
})
