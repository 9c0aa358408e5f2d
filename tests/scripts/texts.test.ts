import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import PO from 'pofile'
import {
  cataloguePath,
  extract,
  languages,
  sourceLanguage,
} from '../../scripts/texts/catalogues.mjs'
import { isText } from '../../scripts/texts/rules.mjs'
import { startFiles } from '../../scripts/texts/start-files.mjs'

type Item = InstanceType<typeof PO.Item>

/** The sources as they are now, without a change on disk. */
let extracted: Map<string, string>
beforeAll(async () => (extracted = await extract()))

const itemsOf = (code: string): Item[] => PO.parse(readFileSync(cataloguePath(code), 'utf8')).items
const keyOf = ({ msgctxt, msgid, msgid_plural }: Item) =>
  [msgctxt ?? '', msgid, msgid_plural ?? ''].join('\n')

/** Places for values and markup, in the order of their numbers. */
const places = (text: string) => (text.match(/\{\d+\}|<\/?\d+\/?>/g) ?? []).sort()

describe('the catalogues', () => {
  test.each(languages)('$name has exactly the texts of the sources', ({ code }) => {
    const path = cataloguePath(code)
    expect(
      readFileSync(path, 'utf8'),
      `${basename(path)}: texts changed. Run \`npm run texts\`, then translate the empty ones.`,
    ).toBe(extracted.get(path))
  })

  test.each(languages)('$name is complete', ({ code }) => {
    const forms = Number(/nplurals=(\d)/.exec(readFileSync(cataloguePath(code), 'utf8'))![1])
    const missing = itemsOf(code).filter(
      ({ msgstr, msgid_plural }) =>
        msgstr.length !== (msgid_plural ? forms : 1) || msgstr.some((text) => text === ''),
    )
    expect(missing.map(({ msgid }) => msgid)).toEqual([])
  })

  test.each(languages)('$name has the texts of English', ({ code }) => {
    expect(itemsOf(code).map(keyOf)).toEqual(itemsOf(sourceLanguage).map(keyOf))
  })

  test.each(languages)('$name has the placeholders of English', ({ code }) => {
    const wrong = itemsOf(code).filter(({ msgid, msgid_plural, msgstr }) =>
      msgid_plural
        ? // A form may name its number in words, as "one message" does.
          !msgstr.at(-1)!.includes('#')
        : msgstr.some((text) => places(text).join() !== places(msgid).join()),
    )
    expect(wrong.map(({ msgid }) => msgid)).toEqual([])
  })

  test.each(languages)('$name ends its sentences as English does', ({ code }) => {
    const isSentence = (text: string) => /[.…?!。？！]$/.test(text.trim())
    const wrong = itemsOf(code).filter(({ msgid, msgstr }) =>
      msgstr.some((text) => isSentence(text) !== isSentence(msgid)),
    )
    expect(wrong.map(({ msgid }) => msgid)).toEqual([])
  })

  test.each(languages)('$name selects the plural form that Intl selects', ({ code }) => {
    const header = PO.parse(readFileSync(cataloguePath(code), 'utf8')).headers['Plural-Forms']!
    const [, count, rule] = /^nplurals=(\d); plural=(.*);$/.exec(header)!
    const formOf = new Function('n', `return ${rule}`) as (n: number) => number
    const { select } = rulesOf(code)
    const categories = new Map<string, number>()
    for (let n = 0; n <= 1000; n += 1) {
      const form = categories.get(select(n)) ?? formOf(n)
      categories.set(select(n), form)
      expect(formOf(n), `${n} in ${code}`).toBe(form)
    }
    // Two categories do not share a form, and no form is unused.
    expect([...categories.values()].sort()).toEqual([...Array(Number(count)).keys()])
  })

  test('every language is listed once, in its own name', () => {
    expect(new Set(languages.map(({ code }) => code)).size).toBe(languages.length)
    for (const { code, name } of languages)
      expect(name.toLowerCase()).toBe(
        new Intl.DisplayNames([code], { type: 'language' }).of(code)!.toLowerCase(),
      )
  })
})

function rulesOf(code: string) {
  const rules = new Intl.PluralRules(code)
  return { select: (n: number) => rules.select(n) }
}

describe('which strings are texts', () => {
  const details = { file: 'web/views/Example.svelte', insideProgram: true, funcName: 'example' }
  const inScript = (text: string, more = {}) =>
    isText({ msgStr: [text], details: { ...details, scope: 'script', ...more } }) === 'message'

  test.each([
    'Enter',
    'ArrowDown',
    'DOMException',
    'English',
    'button primary',
    'get_balance',
    '#/history/#',
    '(prefers-color-scheme: dark)',
    'nightjar.language',
    'INVALID_PASSWORD',
    'Content-Type',
    'application/json',
    '# #',
    'M# #h1v1h-1z',
    'Nightjar',
    'XMR',
  ])('%j in a script is none', (text) => expect(inScript(text)).toBe(false))

  test.each([
    'The passwords do not match.',
    'Opening…',
    'Account #',
    'No label',
    '“#” copies all of them.',
    '16 words. You can leave the date empty.',
  ])('%j in a script is one', (text) => expect(inScript(text)).toBe(true))

  test('a capitalised word is one between tags, not in a function', () => {
    const markup = { insideProgram: false, funcName: undefined }
    expect(inScript('Unlock', markup)).toBe(true)
    expect(inScript('unlock', markup)).toBe(false)
    expect(inScript('Enter', { insideProgram: false, funcName: '' })).toBe(false)
  })

  test('a constant of a module is none: it is computed before a language is loaded', () => {
    const module = { file: 'web/format/example.ts', funcName: undefined }
    expect(inScript('The passwords do not match.', module)).toBe(false)
    expect(inScript('The passwords do not match.', { ...module, funcName: 'errorText' })).toBe(true)
  })

  test('only attributes that hold texts', () => {
    const inAttribute = (attribute: string) =>
      isText({ msgStr: ['Save file'], details: { ...details, scope: 'attribute', attribute } })
    expect(inAttribute('label')).toBe('message')
    expect(inAttribute('aria-label')).toBe('message')
    for (const name of ['class', 'href', 'id', 'name', 'type', 'file', 'aria-labelledby', 'value'])
      expect(inAttribute(name), name).toBe(false)
  })

  test('no text between tags of code and drawings', () => {
    const inElement = (element: string) =>
      isText({ msgStr: ['Save file'], details: { ...details, scope: 'markup', element } })
    expect(inElement('p')).toBe('message')
    for (const name of ['code', 'path', 'style']) expect(inElement(name), name).toBe(false)
  })
})

test('code that is loaded on demand is not loaded at the start', () => {
  const files = startFiles('.')
  expect(files).toContain('web/views/open/Create.svelte')
  expect(files).toContain('web/format/error-text.ts')
  for (const later of [
    'views/settings/Settings.svelte',
    'console/Console.svelte',
    'release/guard.ts',
  ])
    expect(files).not.toContain(`web/${later}`)
})
