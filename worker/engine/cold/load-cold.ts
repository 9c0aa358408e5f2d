/** What a pair of wallets takes, fetched when it is needed. */
export const loadCold = () => import('./cold.ts')
