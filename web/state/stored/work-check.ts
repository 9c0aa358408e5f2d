/**
 * Whether the user switched checks of proofs of work on or off, stored in this browser. It is not secret.
 *
 * @module
 */
const key = 'nightjar.work-check'

/** The choice; undefined for the default, which depends on the device's memory. */
export function storedWorkCheck(): boolean | undefined {
  const stored = localStorage.getItem(key)
  return stored === 'on' || (stored === 'off' ? false : undefined)
}

export const storeWorkCheck = (on: boolean): void => localStorage.setItem(key, on ? 'on' : 'off')
