/**
 * The texts of `docs/trust.md` as patterns.
 *
 * @module
 */
import { otherLies } from './other-lies.ts'

/** The source of a pattern; `…` stands for anything. */
export const patternOf = (text: string): string =>
  text
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+')

/** What the wallet shows for a lie of the table. @param claim - As the table has it. */
export function shownText(claim: string): RegExp {
  const lie = otherLies.find((each) => each.claim === claim)
  if (!lie?.text) throw new Error(`docs/trust.md has no text for “${claim}”`)
  return new RegExp(patternOf(lie.text))
}
