/**
 * A language for tests: accents, longer texts, and marks that show which text was translated.
 *
 * It takes the place of the German texts on their way to the browser, so no build contains it. German texts are longer
 * than English ones already, and none of them is part of the page's code.
 *
 * @module
 */
import type { BrowserContext } from 'playwright'
import type { Screen } from './screen.ts'

type Compiled = string | number | Compiled[]
type Catalogue = { c: Compiled[]; p?: (n: number) => number }

/** Replaces the German texts. @returns Ends it; both apply from the next load of a page in German. */
export async function pseudoLanguage(context: BrowserContext): Promise<() => Promise<void>> {
  const pattern = /\/assets\/texts-\w+-de-[\w-]+\.js$/
  await context.route(pattern, async (route) => {
    const response = await route.fetch()
    const source = await response.text()
    const { c, p } = (await import(
      `data:text/javascript,${encodeURIComponent(source)}`
    )) as Catalogue
    const body = `export const c = ${JSON.stringify(c.map(longer))}; export const p = ${String(p)}`
    // The browser must not keep it for a later load.
    const headers = { ...response.headers(), 'cache-control': 'no-store' }
    await route.fulfill({ response, headers, body })
  })
  return () => context.unroute(pattern)
}

const accents: { readonly [letter: string]: string } = {
  a: 'á',
  c: 'ç',
  e: 'ë',
  i: 'ï',
  n: 'ñ',
  o: 'ö',
  s: 'š',
  u: 'ü',
  y: 'ÿ',
  z: 'ž',
}

/** Numbers are places for values. */
function longer(text: Compiled): Compiled {
  if (typeof text === 'number') return text
  if (typeof text !== 'string') return text.map(longer)
  if (!/\p{L}/u.test(text)) return text
  const accented = text.replace(/[a-z]/g, (letter) => accents[letter] ?? letter)
  // Whole words, so that lines can still break: translations are up to 40 % longer.
  const more = ' örë'.repeat(Math.ceil(text.length / 10))
  return `⟦${accented}${more}⟧`
}

/** What the browser shows without a translation: texts, names of controls, hints. */
export const untranslated = (screen: Screen): Promise<string[]> =>
  screen.run(`(() => {
    // Names, and labels that the engine stores.
    const kept = /XMR|Nightjar|My wallet|Primary account|WebAssembly|fakechain|Euro|Uhr|Jan|Feb|Mär(?:z)?|Apr|Mai|Juni?|Juli?|Aug|Sept?|Okt|Nov|Dez/g
    const isCode = (element) => element.closest('[translate=no], .mono, [lang]:not(html), noscript, script, style, code')
    const texts = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode
      if (parentElement && !isCode(parentElement)) texts.push(data)
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title], [alt]'))
      for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
        texts.push(element.getAttribute(name) ?? '')
    texts.push(document.title)
    return texts.filter((text) => /[A-Za-z]{2}/.test(text.replace(/⟦[^⟧]*⟧/g, '').replace(kept, '')))
  })()`)

/** Elements that reach beyond the width of the window. */
export const overflowing = (screen: Screen): Promise<string[]> =>
  screen.run(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    return [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 0 && (right > clientWidth + 1 || left < -1)
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })()`)
