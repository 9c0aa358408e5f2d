/** Base58 of a standard or integrated address. The engine checks it. */
const address = /^[1-9A-HJ-NP-Za-km-z]{95,106}$/

/** The `monero:` link or address in a scanned text, for the form of a payment; undefined for another text. */
export function paymentText(scanned: string): string | undefined {
  const text = scanned.trim()
  // Some wallets write the scheme in upper case, or for web pages.
  const [link, rest] = /^(?:web\+)?monero:(?:\/\/)?(.*)$/is.exec(text) ?? []
  if (link !== undefined) return `monero:${rest}`
  return address.test(text) ? text : undefined
}
