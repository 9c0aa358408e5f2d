/**
 * Bugs of the page, for the browser's console.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { errorLocation } from '#protocol/error-location.ts'

/** Logs class and place of an error. @returns A random id that is in the log. */
export function logBug(error: unknown): string {
  const id = bytesToHex(crypto.getRandomValues(new Uint8Array(4)))
  // eslint-disable-next-line no-console -- the console is the log of the page
  console.error(`page: error ${id}: ${errorLocation(error)}`)
  return id
}
