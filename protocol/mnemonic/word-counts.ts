/** Number of words of a Polyseed. In a separate file, so that a form need not load the parser. */
export const polyseedWords = 16
