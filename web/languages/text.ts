/**
 * Marks texts that the rules of `scripts/texts/rules.mjs` do not find by themselves.
 *
 * The build replaces their arguments by the texts of the chosen language. Without a build, as in unit tests,
 * both work on the English texts.
 *
 * @module
 */
import { showNumber } from './locale.svelte.ts'

/** Marks a text, such as a single word in a script. */
export const text = (message: string): string => message

/**
 * Selects the form for a number, and puts the number at `#`.
 *
 * @param forms - Literals. English has two: one, and all others.
 * @param rule - Index of the form; the build adds the rule of the language.
 */
export function plural(
  count: number | bigint,
  forms: readonly string[],
  rule: (count: number) => number = (n) => (n === 1 ? 0 : 1),
): string {
  const form = forms[rule(Number(count))]
  if (form === undefined)
    throw new Error(`plural: expected a form for ${count}, got ${forms.length}`)
  return form.replace('#', () => showNumber(count))
}
