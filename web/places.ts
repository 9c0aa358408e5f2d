/** Names of all screens of an open wallet, as the fragment of the address bar has them. Their titles and code: `screens.ts`. */
export const places = [
  'overview',
  'receive',
  'send',
  'history',
  'settings',
  'accounts',
  'contacts',
  'attempts',
  'coins',
  'wallets',
  'shared',
  'proofs',
  'offline',
  'files',
  'node',
  'storage',
  'console',
] as const

export type Place = (typeof places)[number]
