/**
 * Search over entries: each word of the query must be in the title or the text; its letters can be apart in
 * the title.
 *
 * @module
 */
import { foldText, wordsOf } from '../format/search-text.ts'

/** An entry that can be found. */
export type Entry = {
  /** Unique among all entries. */
  id: string
  title: string
  /** Shown beside the title, and searched too. */
  detail: string
  /** What happens when it is chosen: a view opens, or a command runs. */
  target: { href: string } | { run: () => Promise<void> | void }
}

/** An entry with its folded texts. */
export type Indexed = { entry: Entry; title: string; text: string }

export const indexed = (entry: Entry): Indexed => ({
  entry,
  title: foldText(entry.title),
  text: foldText(entry.detail),
})

/**
 * The best entries, best first; of equal ones, the first. Without a query, the first entries.
 *
 * @param most - Number of entries.
 */
export function search(index: readonly Indexed[], query: string, most: number): Entry[] {
  const words = wordsOf(query)
  if (words.length === 0) return index.slice(0, most).map(({ entry }) => entry)
  const found: { entry: Entry; cost: number }[] = []
  for (const each of index) {
    const cost = costOf(each, words)
    if (cost < Infinity) found.push({ entry: each.entry, cost })
  }
  return found
    .sort((a, b) => a.cost - b.cost)
    .slice(0, most)
    .map(({ entry }) => entry)
}

/** Infinity for an entry that does not match. */
function costOf({ title, text }: Indexed, words: readonly string[]): number {
  let cost = 0
  for (const word of words) {
    cost += Math.min(costInTitle(title, word), text.includes(word) ? 3 : Infinity)
    if (cost === Infinity) return cost
  }
  // Of two titles with all words, the shorter one is closer.
  return cost + title.length / 10_000
}

function costInTitle(title: string, word: string): number {
  const at = title.indexOf(word)
  if (at === 0) return 0
  if (at > 0) return isWordStart(title, word) ? 1 : 2
  return word.length >= 3 && hasInOrder(title, word) ? 4 : Infinity
}

const isWordStart = (title: string, word: string) => title.includes(` ${word}`)

/** Whether the letters of a word are in a title, in this order, the first one at the start of a word. */
function hasInOrder(title: string, word: string): boolean {
  const [first = '', ...letters] = word
  let from = ` ${title}`.indexOf(` ${first}`)
  if (from < 0) return false
  from += first.length
  for (const letter of letters) {
    const at = title.indexOf(letter, from)
    if (at < 0) return false
    from = at + letter.length
  }
  return true
}
