/** Loads the code of offline signing on demand. */
export const loadCold = () => import('./cold.ts')
