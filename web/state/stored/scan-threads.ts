/**
 * The number of scan threads that the user chose, stored in this browser. It is not secret.
 *
 * @module
 */
const key = 'nightjar.scan-threads'

/** Numbers that the user can choose from. */
export const threadChoices = [1, 2, 3, 4, 5, 6, 7, 8]

/** The chosen number; undefined for one thread per core. */
export function storedThreads(): number | undefined {
  const stored = Number(localStorage.getItem(key))
  return threadChoices.find((count) => count === stored)
}

export function storeThreads(count: number | undefined): void {
  if (count === undefined) localStorage.removeItem(key)
  else localStorage.setItem(key, `${count}`)
}
