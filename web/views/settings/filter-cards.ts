import { containsWords } from '../../format/search-text.ts'

/**
 * Attachment that hides the cards without the words of `query` in their text, and groups without a card.
 *
 * @param found - Called with the number of cards that stay, also when their text changes later.
 */
export function filterCards(query: string, found: (count: number) => void) {
  return (node: HTMLElement): (() => void) => {
    const filter = () => {
      let count = 0
      for (const group of node.querySelectorAll<HTMLElement>('[data-group]')) {
        const cards = [...group.querySelectorAll<HTMLElement>('section.card')]
        const title = group.querySelector('h2')?.textContent ?? ''
        for (const card of cards)
          card.hidden = !containsWords(`${title} ${card.textContent}`, query)
        const shown = cards.filter((card) => !card.hidden).length
        group.hidden = shown === 0
        count += shown
      }
      found(count)
    }
    filter()
    // Some cards load their text. Whether a card is hidden is an attribute, which is not observed.
    const observer = new MutationObserver(filter)
    observer.observe(node, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }
}
