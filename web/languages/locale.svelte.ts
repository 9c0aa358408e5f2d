/**
 * How the chosen language writes numbers, dates and lists.
 *
 * @module
 */

class Locale {
  /** BCP 47, with the region of the browser's setting if it has the chosen language; undefined: the browser's own. */
  tag = $state.raw<string>()
}

export const locale = new Locale()

/** Makes a value again when the language changes: objects of Intl are slow to create. */
export function perLocale<T>(make: (tag: string | undefined) => T): () => T {
  let last: { tag: string | undefined; made: T } | undefined
  return () => {
    const { tag } = locale
    if (!last || last.tag !== tag) last = { tag, made: make(tag) }
    return last.made
  }
}

const number = perLocale((tag) => new Intl.NumberFormat(tag))
const choice = perLocale((tag) => new Intl.ListFormat(tag, { type: 'disjunction' }))
const list = perLocale((tag) => new Intl.ListFormat(tag, { type: 'unit', style: 'short' }))

/** A whole number, such as a count. */
export const showNumber = (value: number | bigint): string => number().format(value)

/** Alternatives: "A or B". */
export const showChoice = (items: readonly string[]): string => choice().format(items)

/** Parts that follow each other: "A, B, C". */
export const showList = (items: readonly string[]): string => list().format(items)
