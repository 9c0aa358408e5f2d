declare module 'virtual:texts' {
  /** Loads the texts of a language. The build writes this module: `scripts/texts/plugin.mjs`. */
  export const load: (
    group: import('./texts.svelte.ts').Group,
    code: string,
  ) => Promise<import('wuchale/runtime').CatalogModule>
}
