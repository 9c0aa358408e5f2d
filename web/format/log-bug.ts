/**
 * Bugs of the page, for the browser's console.
 *
 * @module
 */
import { errorLocation } from '#protocol/error-location.ts'

/** Logs class and place of an error. @returns A random id that is in the log. */
export function logBug(error: unknown): string {
  const id = Math.floor(Math.random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
  // eslint-disable-next-line no-console -- the console is the log of the page
  console.error(`page: error ${id}: ${errorLocation(error)}`)
  return id
}
