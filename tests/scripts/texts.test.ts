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
import { faults } from '../../scripts/texts/checks.mjs'
import { formOf, rulesOf } from '../../scripts/texts/plurals.mjs'
import { isText } from '../../scripts/texts/rules.mjs'
import { startFiles } from '../../scripts/texts/start-files.mjs'
import { fill, missing, newCatalogue, sourceOf } from '../../scripts/texts/translations.mjs'

type Item = InstanceType<typeof PO.Item>

/** The sources as they are now, without a change on disk. */
let extracted: Map<string, string>
beforeAll(async () => (extracted = await extract()))

const itemsOf = (code: string): Item[] => PO.parse(readFileSync(cataloguePath(code), 'utf8')).items
const keyOf = ({ msgctxt, msgid, msgid_plural }: Item) =>
  [msgctxt ?? '', msgid, msgid_plural ?? ''].join('\n')

describe('the catalogues', () => {
  test.each(languages)('$name has exactly the texts of the sources', ({ code }) => {
    const path = cataloguePath(code)
    expect(
      readFileSync(path, 'utf8'),
      `${basename(path)}: texts changed. Run \`npm run texts\`, then translate the empty ones.`,
    ).toBe(extracted.get(path))
  })

  test.each(languages)('$name has the texts of English', ({ code }) => {
    expect(itemsOf(code).map(keyOf)).toEqual(itemsOf(sourceLanguage).map(keyOf))
  })

  test.each(languages)(
    '$name is complete, and keeps places, ends of sentences and lengths',
    ({ code }) => {
      const wrong = itemsOf(code).flatMap((item) =>
        faults(code, sourceOf(item), item.msgstr).map((fault) => `${item.msgid}: ${fault}`),
      )
      expect(wrong).toEqual([])
    },
  )

  test.each(languages)('$name selects the plural form that Intl selects', ({ code }) => {
    const header = PO.parse(readFileSync(cataloguePath(code), 'utf8')).headers['Plural-Forms']!
    const [, count, rule] = /^nplurals=(\d); plural=(.*);$/.exec(header)!
    expect({ forms: Number(count), rule }).toEqual(rulesOf(code))
    const intl = new Intl.PluralRules(code)
    const forms = new Map<string, number>()
    for (const n of [...Array(1001).keys(), 1_000_000, 2_000_000, 1_000_001]) {
      const form = forms.get(intl.select(n)) ?? formOf(code, n)
      forms.set(intl.select(n), form)
      expect(formOf(code, n), `${n} in ${code}`).toBe(form)
    }
    // Two categories do not share a form, and no form is unused: `many` of Spanish is for whole millions.
    expect([...forms.values()].sort()).toEqual([...Array(Number(count)).keys()])
  })

  test('every language is listed once, in its own name', () => {
    expect(new Set(languages.map(({ code }) => code)).size).toBe(languages.length)
    for (const { code, name } of languages)
      expect(name.toLowerCase()).toBe(
        new Intl.DisplayNames([code], { type: 'language' }).of(code)!.toLowerCase(),
      )
  })
})

describe('what a translation must keep', () => {
  const wrong = (code: string, text: string, ...forms: string[]) => faults(code, { text }, forms)
  const wrongPlural = (code: string, ...forms: string[]) =>
    faults(code, { text: '# block', plural: '# blocks' }, forms)

  test('places for values and links may move, not vanish', () => {
    expect(wrong('de', '{0} of {1}', '{1}: {0}')).toEqual([])
    expect(wrong('de', '{0} of {1}', '{0} von {0}')).toEqual([
      'expected the places {0} {1}, got {0} {0}',
    ])
    expect(wrong('de', '<0>Show an address</0> first.', 'Erst <0>Adresse zeigen.')).toHaveLength(1)
  })

  test('a form for each category, with its number', () => {
    expect(wrongPlural('ru', '# блок', '# блока', '# блоков')).toEqual([])
    expect(wrongPlural('ru', '# блок', '# блоков')).toEqual(['expected 3 forms, got 2'])
    expect(wrongPlural('de', 'ein Block', '# Blöcke')).toEqual([])
    expect(wrongPlural('de', '# Block', 'Blöcke')).toHaveLength(1)
  })

  test('a translation, of about the same length', () => {
    expect(wrong('de', 'The file could not be read.', 'The file could not be read.')).toHaveLength(
      1,
    )
    expect(wrong('ja', 'Send', 'Send')).toHaveLength(1)
    expect(wrong('de', 'Console', 'Console')).toEqual([])
    expect(wrong('fr', '{0} · Nightjar', '{0} · Nightjar')).toEqual([])
    expect(wrong('de', 'Send', 'Jetzt diese Zahlung absenden')).toHaveLength(1)
    expect(wrong('de', 'Send', '')).toEqual(['expected a text, got none'])
  })

  test('the end of a sentence', () => {
    expect(wrong('zh', 'File saved.', '文件已保存。')).toEqual([])
    expect(wrong('ar', 'Show a secret?', 'عرض سر؟')).toEqual([])
    expect(wrong('de', 'File saved.', 'Datei gespeichert')).toHaveLength(1)
  })
})

describe('the tool for translations', () => {
  const english =
    'msgid ""\nmsgstr ""\n"Language: en\\n"\n\nmsgid "Send"\nmsgstr "Send"\n\nmsgid "# day"\nmsgid_plural "# days"\nmsgstr[0] "# day"\nmsgstr[1] "# days"\n'
  const catalogue = newCatalogue(english, 'ru')
  const [send = '', days = ''] = Object.keys(missing(catalogue))

  test('exports what is missing, fills in what is right, and says what is wrong', () => {
    expect(missing(catalogue)).toEqual({ [send]: 'Send', [days]: ['# day', '# days'] })
    const { content, wrong } = fill(catalogue, 'ru', {
      [send]: 'Отправить',
      [days]: ['# день', '# дня'],
      unknown: 'нет',
    })
    expect(wrong).toEqual([
      `${days}: expected 3 forms, got 2`,
      'unknown: expected a name of a text',
    ])
    expect(Object.keys(missing(content))).toEqual([days])
    expect(content).toContain('msgstr "Отправить"')
  })
})

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
  ])('%j in a script is not a text', (text) => expect(inScript(text)).toBe(false))

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

  test('a constant of a module is not a text: it is computed before a language is loaded', () => {
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
