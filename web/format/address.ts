/** Cuts an address into groups of five, which people can compare line by line. */
export const groups = (address: string): string[] => address.match(/.{1,5}/g) ?? []

/** First and last characters, where a whole address does not fit. */
export const brief = (text: string, ends = 8): string =>
  text.length <= 2 * ends + 1 ? text : `${text.slice(0, ends)}…${text.slice(-ends)}`
