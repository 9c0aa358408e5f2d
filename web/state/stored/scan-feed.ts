/**
 * Whether old blocks are read from the scan feed of a server, stored in this browser. It is not secret.
 *
 * @module
 */
const key = 'nightjar.scan-feed'

/** The user's choice; on without one. */
export const wantsScanFeed = (): boolean => localStorage.getItem(key) !== 'off'

export const storeScanFeed = (enabled: boolean): void =>
  localStorage.setItem(key, enabled ? 'on' : 'off')
