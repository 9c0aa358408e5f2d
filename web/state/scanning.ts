/**
 * With how many threads the wallet scans. Kept in this browser; it is no secret.
 *
 * @module
 */
const key = 'nightjar.scan-threads'

/** Of which a person can choose. */
export const threadChoices = [1, 2, 3, 4, 5, 6, 7, 8]

/** What was chosen; undefined for one a core. */
export function keptThreads(): number | undefined {
  const kept = Number(localStorage.getItem(key))
  return threadChoices.find((count) => count === kept)
}

export function keepThreads(count: number | undefined): void {
  if (count === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, `${count}`)
}
