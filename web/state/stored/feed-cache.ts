/**
 * How much of scan feeds is kept in this browser: the user's choice. It is not secret.
 *
 * @module
 */
const key = 'nightjar.feed-cache'

/** Bytes; undefined without a choice. */
export function storedFeedBudget(): number | undefined {
  const stored = localStorage.getItem(key)
  return stored !== null && /^\d{1,13}$/.test(stored) ? Number(stored) : undefined
}

export const storeFeedBudget = (bytes: number): void => localStorage.setItem(key, String(bytes))
