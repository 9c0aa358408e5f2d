import { mapInSlices } from '../../format/map-in-slices.ts'
import type { itemSearch } from '../../format/search-text.ts'

/**
 * A search in a long list. The texts of its items are made in slices, so what the user types is shown at once and what
 * is found may follow some frames later.
 */
export class LateSearch<Item extends object> {
  /** As it was typed last. */
  typed = $state('')
  /** The search that is shown: the typed one, once all texts exist. */
  #query = $state('')
  readonly #items: () => readonly Item[]
  readonly #search: () => ReturnType<typeof itemSearch<Item>>

  /**
   * @param items - The list, now.
   * @param search - Its search, which keeps the texts.
   */
  constructor(items: () => readonly Item[], search: () => ReturnType<typeof itemSearch<Item>>) {
    this.#items = items
    this.#search = search
  }

  /** The test whether an item contains the words. */
  get isFound(): (item: Item) => boolean {
    return this.#search()(this.#query)
  }

  /** Shows what contains the typed words. */
  async find(typed: string) {
    this.typed = typed
    if (typed !== '') await this.prepare()
    this.#query = this.typed
  }

  /** Makes the texts before the user types the first letter. */
  async prepare() {
    // Any word makes them.
    await mapInSlices(this.#items(), this.#search()('.'))
  }
}
