import toRuntime, { type CatalogModule, type Runtime } from 'wuchale/runtime'

/** Texts of the first screens, or of those that are loaded on demand. */
export type Group = 'start' | 'later'
type Load = (group: Group, code: string) => Promise<CatalogModule>
type Loaded = { readonly [group in Group]?: Runtime }

/** The texts on screen, in one language. */
export class Texts {
  #shown = $state.raw<Loaded>({})
  #code: string | undefined
  /** The second group counts from the first screen that needs it. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on screen reads it
  readonly #needed = new Set<Group>(['start'])
  readonly #load: Load
  #start!: () => void
  readonly #started = new Promise<void>((resolve) => (this.#start = resolve))

  constructor(load: Load) {
    this.#load = load
  }

  /** The texts of a group in the language on screen. Code does not run before its group is loaded. */
  of(group: Group): Runtime {
    const texts = this.#shown[group]
    if (!texts) throw new Error(`texts: expected the group ${group} to be loaded`)
    return texts
  }

  /**
   * Loads all texts that are needed in a language.
   *
   * @returns Shows them, on open screens too.
   */
  async load(code: string): Promise<() => void> {
    const loaded = await Promise.all(
      [...this.#needed].map(async (group) => [group, await this.#read(group, code)] as const),
    )
    return () => {
      this.#code = code
      this.#shown = { ...this.#shown, ...Object.fromEntries(loaded) }
      this.#start()
    }
  }

  /** Loads the texts of screens on demand, in the language on screen. */
  async loadLater(): Promise<void> {
    this.#needed.add('later')
    await this.#started
    for (;;) {
      const code = this.#code!
      const later = await this.#read('later', code)
      // Another language may have come meanwhile.
      if (this.#code !== code) continue
      this.#shown = { ...this.#shown, later }
      return
    }
  }

  async #read(group: Group, code: string): Promise<Runtime> {
    return toRuntime(await this.#load(group, code), code)
  }
}
