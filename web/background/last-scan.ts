/**
 * When a wallet was last scanned to its newest block, for the locked screen. Without heights and amounts.
 *
 * @module
 */
const key = 'nightjar.last-scan'

export type LastScan = { wallet: string; seconds: number }

/** Of the wallet that was open last. */
export function lastScanOf(wallet: string): number | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<LastScan>
    return stored.wallet === wallet && Number.isSafeInteger(stored.seconds)
      ? stored.seconds
      : undefined
  } catch {
    // Not written by this page.
    return undefined
  }
}

export function storeLastScan(scan: LastScan): void {
  localStorage.setItem(key, JSON.stringify(scan))
}
