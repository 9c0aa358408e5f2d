/**
 * Questions that check whether the user wrote the seed down.
 *
 * @module
 */
export type Question = {
  /** Index of the word in question. */
  position: number
  /** The correct word among others of the same seed. */
  choices: string[]
}

/** Three positions of the seed, each with four different words to choose from. */
export function quiz(words: readonly string[]): Question[] {
  const positions = shuffled(words.map((_, position) => position)).slice(0, 3)
  return positions
    .sort((a, b) => a - b)
    .map((position) => {
      const right = words[position]!
      const others = shuffled([...new Set(words)].filter((word) => word !== right))
      return { position, choices: shuffled([right, ...others.slice(0, 3)]) }
    })
}

function shuffled<T>(items: readonly T[]): T[] {
  const draws = crypto.getRandomValues(new Uint32Array(items.length))
  return items
    .map((item, index) => ({ item, draw: draws[index]! }))
    .sort((a, b) => a.draw - b.draw)
    .map(({ item }) => item)
}
