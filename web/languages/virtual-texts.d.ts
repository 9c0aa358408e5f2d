declare module 'virtual:texts' {
  import type { CatalogModule } from 'wuchale/runtime'
  import type { Group } from './texts.svelte.ts'

  /** Loads the texts of a language. The build writes this module: `scripts/texts/plugin.mjs`. */
  export const load: (group: Group, code: string) => Promise<CatalogModule>
}
