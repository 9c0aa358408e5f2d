/**
 * Whether no wallet of this browser contacts a node, stored in this browser. It is not secret.
 *
 * @module
 */
const key = 'nightjar.offline'

export const isDeviceOffline = (): boolean => localStorage.getItem(key) === 'on'

export function storeDeviceOffline(enabled: boolean): void {
  if (enabled) localStorage.setItem(key, 'on')
  else localStorage.removeItem(key)
}
