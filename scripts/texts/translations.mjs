/**
 * Missing translations as JSON, and translations from JSON into catalogues.
 *
 * Both are objects by a short name of the text, which is made from the text itself: a translation cannot get to
 * another text, however the catalogues changed since.
 */
import { createHash } from 'node:crypto'
import PO from 'pofile'
import { faults } from './checks.mjs'
import { rulesOf } from './plurals.mjs'

/** @typedef {InstanceType<typeof PO.Item>} Item */
/** @typedef {string | readonly string[]} Translation One text, or all plural forms. */

/** @param {Item} item */
function nameOf({ msgctxt, msgid, msgid_plural }) {
  const key = JSON.stringify([msgctxt ?? '', msgid, msgid_plural ?? ''])
  return createHash('sha256').update(key).digest('hex').slice(0, 6)
}

/** @param {Item} item @returns {import('./checks.mjs').Source} */
export const sourceOf = ({ msgid, msgid_plural }) => ({ text: msgid, plural: msgid_plural })

/**
 * @param {string} catalogue
 * @returns {Record<string, Translation | { within: string, text: Translation }>} English texts by name; `within`: where
 * the text stands, if another one reads the same.
 */
export function missing(catalogue) {
  const items = PO.parse(catalogue).items.filter(({ msgstr }) => !msgstr.join(''))
  return Object.fromEntries(
    items.map((item) => {
      const text = item.msgid_plural ? [item.msgid, item.msgid_plural] : item.msgid
      return [nameOf(item), item.msgctxt ? { within: item.msgctxt, text } : text]
    }),
  )
}

/**
 * @param {string} catalogue
 * @param {string} code
 * @param {{ readonly [name: string]: Translation }} translations
 * @returns {{ content: string, wrong: string[] }} The catalogue with all that are right, and what is wrong with others.
 */
export function fill(catalogue, code, translations) {
  const po = PO.parse(catalogue)
  const items = new Map(po.items.map((item) => [nameOf(item), item]))
  /** @type {string[]} */
  const wrong = []
  for (const [name, translation] of Object.entries(translations)) {
    const item = items.get(name)
    const forms = [translation].flat()
    const found = item ? faults(code, sourceOf(item), forms) : ['expected a name of a text']
    if (!item || found.length > 0) wrong.push(...found.map((fault) => `${name}: ${fault}`))
    else item.msgstr = forms
  }
  return { content: written(po), wrong }
}

/**
 * The catalogue of a new language, which has no translations: wuchale writes only what changed.
 *
 * @param {string} english
 * @param {string} code
 */
export function newCatalogue(english, code) {
  const po = PO.parse(english)
  const { forms, rule } = rulesOf(code)
  po.headers['Plural-Forms'] = `nplurals=${forms}; plural=${rule};`
  po.headers['Language'] = code
  for (const item of po.items) {
    item.msgstr = Array(item.msgid_plural ? forms : 1).fill('')
    Object.assign(item, { references: [], extractedComments: [], comments: [] })
  }
  return written(po)
}

/** With the headers that wuchale writes: pofile adds empty ones. @param {PO} po */
function written(po) {
  po.headers = Object.fromEntries(Object.entries(po.headers).filter(([, value]) => value))
  return po.toString()
}
