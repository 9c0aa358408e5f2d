/**
 * Which plural form a whole number takes in each language: gettext rules, as catalogues have them in their header.
 *
 * A language has one form for each category that `Intl.PluralRules` selects for whole numbers, in this order:
 * zero, one, two, few, many, other. Spanish, French and Portuguese have `many` for whole millions ("# de bloques").
 *
 * @type {{ readonly [code: string]: { readonly forms: number, readonly rule: string } }}
 */
const plurals = {
  ar: {
    forms: 6,
    rule: 'n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5',
  },
  de: { forms: 2, rule: 'n == 1 ? 0 : 1' },
  en: { forms: 2, rule: 'n == 1 ? 0 : 1' },
  es: { forms: 3, rule: 'n == 1 ? 0 : n != 0 && n % 1000000 == 0 ? 1 : 2' },
  fr: { forms: 3, rule: 'n == 0 || n == 1 ? 0 : n % 1000000 == 0 ? 1 : 2' },
  ja: { forms: 1, rule: '0' },
  pt: { forms: 3, rule: 'n == 0 || n == 1 ? 0 : n % 1000000 == 0 ? 1 : 2' },
  ru: {
    forms: 3,
    rule: 'n % 10 == 1 && n % 100 != 11 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2',
  },
  zh: { forms: 1, rule: '0' },
}

/** The form for a number, by its rule. @param {string} code @param {number} count */
export const formOf = (code, count) =>
  Number(new Function('n', `return ${rulesOf(code).rule}`)(count))

/** @param {string} code */
export function rulesOf(code) {
  const rules = plurals[code]
  if (!rules) throw new Error(`plurals.mjs: expected a rule for ${code}, found none. Add it there.`)
  return rules
}
