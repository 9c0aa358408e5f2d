/**
 * Whether the newest blocks are requested whole, stored in this browser. It is not secret.
 *
 * @module
 */
const key = 'nightjar.whole-blocks'

/** @see https://wicg.github.io/netinfo/ */
type Connection = { saveData?: boolean; type?: string }

/** The user's choice; without one, off where the browser reports a metered connection. */
export function wantsWholeBlocks(): boolean {
  const stored = localStorage.getItem(key)
  if (stored === 'on' || stored === 'off') return stored === 'on'
  const { connection } = (globalThis as { navigator?: { connection?: Connection } }).navigator ?? {}
  return connection?.saveData !== true && connection?.type !== 'cellular'
}

export function storeWholeBlocks(enabled: boolean): void {
  localStorage.setItem(key, enabled ? 'on' : 'off')
}
