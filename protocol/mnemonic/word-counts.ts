/** Number of words of a Polyseed. In a file of its own, so that a form need not load the parser. */
export const polyseedWords = 16
