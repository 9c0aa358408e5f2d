/**
 * Decides which strings of the page's source are texts that are translated.
 *
 * Names in code never become texts by chance: an attribute must be listed here, and a string in a script must
 * read as a sentence. `text()` and `plural()` mark all others, such as single words.
 */

/** Attributes and properties of components that hold texts. */
const textAttributes = new Set([
  'alt',
  'aria-label',
  'busyText',
  'button',
  'copyLabel',
  'doneText',
  'hint',
  'label',
  'link',
  'placeholder',
  'summary',
  'text',
  'title',
  'waitingText',
])

/** Elements whose content is code or drawing. */
const untranslatedElements = new Set(['code', 'path', 'pre', 'script', 'style', 'svg'])

/** Names that are the same in every language. */
const names = new Set([
  'HTTP #',
  'JavaScript',
  'Nightjar',
  // An error of the engine that the page makes, too.
  'No wallet file',
  'WebAssembly',
  'XMR',
  'monero src/',
  'monero src/#',
])

const hasWord = (/** @type {string} */ text) => /\p{L}{2}/u.test(text)

/** Starts with a capital letter, a quote or a value, and has more than one word, or ends as a sentence. */
const isSentence = (/** @type {string} */ text) =>
  hasWord(text) && /^(?:\p{Lu}|“|\d+ )/u.test(text) && (/\S \S/.test(text) || /[.…?!]$/.test(text))

/** A capitalised word, as it stands between the tags of a component. */
const isWord = (/** @type {string} */ text) => /^\p{Lu}[\p{Ll} -]+[….?!]?$/u.test(text)

/**
 * @typedef {{
 *   scope: 'script' | 'markup' | 'attribute'
 *   file: string
 *   element?: string | undefined
 *   attribute?: string | undefined
 *   funcName?: string | null | undefined
 *   insideProgram: boolean
 * }} Place Where a string stands; `insideProgram`: in a script, not in an expression between tags.
 */

/**
 * The rule for wuchale.
 *
 * @param {{ msgStr: readonly string[], details: Place }} message `#` stands for each value.
 * @returns {'message' | false}
 */
export function isText({ msgStr, details }) {
  const text = msgStr.join(' ').trim()
  if (names.has(text) || !hasWord(text)) return false
  if (details.element !== undefined && untranslatedElements.has(details.element)) return false
  return rules[details.scope](text, details) ? 'message' : false
}

/** @type {Record<Place['scope'], (text: string, place: Place) => boolean>} */
const rules = {
  markup: () => true,
  attribute: (_, { attribute }) => textAttributes.has(attribute ?? ''),
  script(text, { attribute, file, funcName, insideProgram }) {
    if (attribute !== undefined) return textAttributes.has(attribute)
    const isComponent = file.endsWith('.svelte')
    const isInFunction = funcName !== undefined && funcName !== null
    if (isComponent && !insideProgram && !isInFunction && isWord(text)) return true
    // A constant of a module is computed once, before a language is loaded.
    return (isComponent || isInFunction) && isSentence(text)
  },
}
