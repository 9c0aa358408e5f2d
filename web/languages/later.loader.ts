/**
 * Code that is loaded on demand imports its texts from here instead of `main.loader.svelte.ts`: it does not run
 * before they are loaded.
 *
 * @module
 */
import { texts } from './main.loader.svelte.ts'

await texts.loadLater()

export { getRuntime, getRuntimeRx } from './main.loader.svelte.ts'
