/**
 * What a translation must keep of its English text. The same checks hold when translations are filled in and in
 * the tests.
 */
import { sourceLanguage } from './catalogues.mjs'
import { rulesOf } from './plurals.mjs'

/** @typedef {{ text: string, plural?: string | null | undefined }} Source English; `plural`: the form for others than one. */

/** Scripts in which each translation must have a letter. @type {{ readonly [code: string]: RegExp }} */
const scripts = {
  ar: /\p{sc=Arabic}/u,
  ja: /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u,
  ru: /\p{sc=Cyrillic}/u,
  zh: /\p{sc=Han}/u,
}

/** Texts that are names, numbers with units or formulas: they may be the same in every language. */
const sameEverywhere = new Set([
  'Base64',
  'Daemon, JSON-RPC',
  'Feather, CLI',
  'JSON',
  'JSON-RPC',
  'KiB/s',
  'OpenAlias',
  'PIN',
  'QR',
  'Tor',
  'URL',
  'XMR/kB',
])

/** Places for values and markup, in the order of their numbers. @param {string} text */
const places = (text) => (text.match(/\{\d+\}|<\/?\d+\/?>/g) ?? []).sort().join(' ')

/** @param {string} text */
const isSentence = (text) => /[.…?!。？！؟]$/.test(text.trim())

/** The length on screen: a Chinese or Japanese character is about two letters wide. @param {string} text */
const widthOf = (text) =>
  [...text].reduce((sum, letter) => sum + (/[\u3000-\u9fff\uff00-\uffef]/.test(letter) ? 2 : 1), 0)

/** Short texts stand on buttons and in tables, so few letters more matter. @param {string} english */
const widest = (english) => Math.max(14, 10 + 1.8 * widthOf(english))

/**
 * @param {string} code
 * @param {Source} source
 * @param {readonly string[]} translation Each form.
 * @returns {string[]} What is wrong, in words; empty if nothing is.
 */
export function faults(code, source, translation) {
  const expected = source.plural ? rulesOf(code).forms : 1
  if (translation.length !== expected)
    return [`expected ${expected} forms, got ${translation.length}`]
  if (translation.some((form) => form.trim() === '')) return ['expected a text, got none']
  const found = translation.flatMap((form) => formFaults(code, source, form))
  // A form may name its number in words, as "one message" does.
  if (source.plural && !translation.at(-1)?.includes('#'))
    found.push('expected # for the number in the last form, got none')
  return found
}

/** @param {string} code @param {Source} source @param {string} form */
function formFaults(code, source, form) {
  const english = source.plural ?? source.text
  const found = []
  if (places(form) !== places(english))
    found.push(
      `expected the places ${places(english) || '(none)'}, got ${places(form) || '(none)'}`,
    )
  if (isSentence(form) !== isSentence(english))
    found.push(`expected ${isSentence(english) ? 'an end' : 'no end'} of a sentence: ${form}`)
  if (form !== form.trim() && english === english.trim())
    found.push(`expected no space around the text: ${form}`)
  if (code === sourceLanguage) return found
  if (widthOf(form) > widest(english)) found.push(`expected a shorter text: ${form}`)
  if (isUntranslated(code, english, form)) found.push(`expected a translation: ${form}`)
  return found
}

/** One or two words may be the same in two languages. @param {string} code @param {string} english @param {string} form */
function isUntranslated(code, english, form) {
  if (sameEverywhere.has(english)) return false
  const words = english.replace(/Nightjar|\{\d+\}|<\/?\d+\/?>/g, ' ').match(/\p{L}{2,}/gu) ?? []
  if (words.length === 0) return false
  const script = scripts[code]
  return script ? !script.test(form) : form === english && words.length > 2
}
