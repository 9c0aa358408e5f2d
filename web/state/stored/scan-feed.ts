/**
 * How old blocks are read from the scan feed of a server, stored in this browser. It is not secret.
 *
 * @module
 */
const key = 'nightjar.scan-feed'

/** `scan_rows`: whether the shortest rows are read. */
export type ScanFeedChoice = { enabled: boolean; scan_rows: boolean }

/** The user's choice; undefined for the usual one, complete rows. */
export function storedScanFeed(): ScanFeedChoice | undefined {
  const stored = localStorage.getItem(key)
  if (stored !== 'off' && stored !== 'scan-rows') return undefined
  return { enabled: stored !== 'off', scan_rows: stored === 'scan-rows' }
}

export const storeScanFeed = ({ enabled, scan_rows }: ScanFeedChoice): void =>
  localStorage.setItem(key, !enabled ? 'off' : scan_rows ? 'scan-rows' : 'on')
