import {
  chosenLanguage,
  storeChoice,
  storedChoice,
  type LanguageChoice,
} from '../languages/choice.ts'
import { locale } from '../languages/locale.svelte.ts'
import { texts } from '../languages/main.loader.svelte.ts'

/** The language of the page. The setting is stored in this browser. */
class Language {
  choice = $state<LanguageChoice>(storedChoice())
  /** The one on screen. */
  code = $state('en')

  /** Shows the page in its language. */
  start() {
    return this.#show(this.choice)
  }

  /**
   * Shows the page in another language at once. A text that was made before, such as an error, keeps its own.
   *
   * @throws {Error} If the texts cannot be loaded; the language then stays.
   */
  async choose(choice: LanguageChoice) {
    await this.#show(choice)
    this.choice = choice
    storeChoice(choice)
  }

  async #show(choice: LanguageChoice) {
    const { code, dir, tag } = chosenLanguage(choice, navigator.languages)
    const show = await texts.load(code)
    locale.tag = tag
    show()
    this.code = code
    document.documentElement.lang = code
    document.documentElement.dir = dir
  }
}

export const language = new Language()
