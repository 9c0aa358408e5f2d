/**
 * Search in texts, in any script: case, accents and forms of letters do not count.
 *
 * @module
 */

/** Equal for texts that a search does not distinguish. */
export const foldText = (text: string): string =>
  // Addresses and ids: thousands of them are searched while the user types.
  isAscii.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replace(/\p{Mn}/gu, '')
        .toLowerCase()

const isAscii = /^[\x00-\x7f]*$/

/** The words of a query, folded. */
export const wordsOf = (query: string): string[] => foldText(query).split(/\s+/).filter(Boolean)

/** Whether a text contains every word of the query, in any order. An empty query is in every text. */
export function containsWords(text: string, query: string): boolean {
  const folded = foldText(text)
  return wordsOf(query).every((word) => folded.includes(word))
}

/**
 * A search in long lists: the text of an item is made once, not with every key.
 *
 * @param textOf - What is searched of an item, which never changes.
 * @returns Makes the test for a query.
 */
export function itemSearch<Item extends object>(textOf: (item: Item) => string) {
  const texts = new WeakMap<Item, string>()
  const foldedOf = (item: Item) => {
    let text = texts.get(item)
    if (text === undefined) texts.set(item, (text = foldText(textOf(item))))
    return text
  }
  return (query: string): ((item: Item) => boolean) => {
    const words = wordsOf(query)
    return (item) => words.length === 0 || words.every((word) => foldedOf(item).includes(word))
  }
}
