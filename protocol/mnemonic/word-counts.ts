/** Words of a Polyseed. Apart from what reads them, which few need. */
export const polyseedWords = 16
