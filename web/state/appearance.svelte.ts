/**
 * How the page looks: theme, spacing, contrast. Stored in this browser; it is not secret.
 *
 * `<html>` has each choice as an attribute, such as `data-theme`. Without one, styles follow the system.
 *
 * @module
 */
export class Appearance<Value extends string, Fallback extends string> {
  choice = $state<Value | Fallback>()!

  readonly #name: string
  readonly #fallback: Fallback
  /** The system's own wish for `value`, where the choice is left to it. */
  readonly #wish: { value: Value; query: string } | undefined

  /**
   * @param name - Of the attribute and of the stored choice.
   * @param fallback - The choice without attribute.
   */
  constructor(
    name: string,
    values: readonly Value[],
    fallback: Fallback,
    wish?: { value: Value; query: string },
  ) {
    this.#name = name
    this.#fallback = fallback
    this.#wish = wish
    const stored = localStorage.getItem(`nightjar.${name}`)
    this.choice = values.find((value) => value === stored) ?? fallback
  }

  choose(choice: Value | Fallback) {
    this.choice = choice
    if (choice === this.#fallback) localStorage.removeItem(`nightjar.${this.#name}`)
    else localStorage.setItem(`nightjar.${this.#name}`, choice)
    this.#apply()
  }

  /** Sets the attribute now, and whenever the system's wish changes. */
  start() {
    this.#apply()
    if (this.#wish) matchMedia(this.#wish.query).addEventListener('change', () => this.#apply())
  }

  #apply() {
    const { dataset } = document.documentElement
    const wish = this.#wish && matchMedia(this.#wish.query).matches ? this.#wish.value : undefined
    const shown = this.choice === this.#fallback ? wish : this.choice
    if (shown === undefined) delete dataset[this.#name]
    else dataset[this.#name] = shown
  }
}

export const theme = new Appearance('theme', ['dark', 'light'], 'system')
export const density = new Appearance('density', ['compact'], 'comfortable')
export const contrast = new Appearance('contrast', ['high'], 'system', {
  value: 'high',
  query: '(prefers-contrast: more)',
})
