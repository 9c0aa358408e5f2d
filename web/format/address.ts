/** Splits an address into groups of five characters, which are easy to compare. */
export const groups = (address: string): string[] => address.match(/.{1,5}/g) ?? []

/** The first and last characters of a long text. */
export const brief = (text: string, ends = 8): string =>
  text.length <= 2 * ends + 1 ? text : `${text.slice(0, ends)}…${text.slice(-ends)}`
