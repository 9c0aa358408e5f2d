/**
 * Search in texts, in any script: case, accents and forms of letters do not count.
 *
 * @module
 */

/** Equal for texts that a search does not distinguish. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** The words of a query, folded. */
export const wordsOf = (query: string): string[] => foldText(query).split(/\s+/).filter(Boolean)

/** Whether a text contains every word of the query, in any order. An empty query is in every text. */
export function containsWords(text: string, query: string): boolean {
  const folded = foldText(text)
  return wordsOf(query).every((word) => folded.includes(word))
}
