/**
 * Questions that show whether a seed was written down.
 *
 * @module
 */
export type Question = {
  /** Index of the word asked for. */
  position: number
  /** The right word among others of the same seed. */
  choices: string[]
}

/** Three places of the seed, each with four different words to pick from. */
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
