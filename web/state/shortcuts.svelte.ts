import type { Place } from '../places.ts'

const key = 'nightjar.shortcuts'

/** What keys do: search everything, list the keys, or go to a view. */
type KeyAction = 'search' | 'help' | Place

/** The letter after “g”, for each view that has one. */
export const goLetters: Partial<Record<Place, string>> = {
  overview: 'o',
  receive: 'r',
  send: 's',
  history: 'h',
  accounts: 'a',
  wallets: 'w',
  settings: 't',
}

/** Time for the second key of two. */
const secondKeyMs = 1_500

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>

/**
 * Keyboard shortcuts. Those of a single character can be switched off, because they disturb speech input.
 *
 * @see https://www.w3.org/WAI/WCAG21/Understanding/character-key-shortcuts
 */
class Shortcuts {
  /** Whether keys without Ctrl or Cmd do something. Stored in this browser. */
  single = $state(localStorage.getItem(key) !== 'off')
  /** When “g” was pressed. */
  #goMs = -Infinity

  choose(single: boolean) {
    this.single = single
    if (single) localStorage.removeItem(key)
    else localStorage.setItem(key, 'off')
  }

  /**
   * @param isTyping - Whether the key goes into a field.
   * @param nowMs - Of any clock.
   */
  read(press: KeyPress, isTyping: boolean, nowMs: number): KeyAction | undefined {
    const { ctrlKey, metaKey, altKey } = press
    if (altKey) return undefined
    if (ctrlKey || metaKey) return ctrlKey !== metaKey && isK(press) ? 'search' : undefined
    if (isTyping || !this.single) return undefined
    const isSecond = nowMs - this.#goMs < secondKeyMs
    this.#goMs = -Infinity
    if (isSecond) {
      const found = Object.entries(goLetters).find(([, letter]) => letter === press.key)
      if (found) return found[0] as Place
    }
    if (press.key === 'g') this.#goMs = nowMs
    return press.key === '?' ? 'help' : press.key === '/' ? 'search' : undefined
  }
}

/** In other scripts, the place of the key counts. */
const isK = ({ key: letter, code }: KeyPress) =>
  letter.toLowerCase() === 'k' || (code === 'KeyK' && letter > '~')

export const shortcuts = new Shortcuts()
