/**
 * Payments that come from outside of the page: `web+monero:` links, and texts that are shared with the installed app.
 *
 * @module
 */

/** The scheme that a page may register. Browsers refuse `monero:` itself. */
const scheme = 'web+monero'

/** Where a link opens. It stands in the fragment, which no browser sends to a server. */
const linkTarget = '/#/send/%s'

export const canRegisterLinks = (): boolean => 'registerProtocolHandler' in navigator

/** The browser then asks the user. @returns False if it refuses at once. */
export function registerLinks(): boolean {
  try {
    navigator.registerProtocolHandler(scheme, new URL(linkTarget, location.origin).href)
    return true
  } catch {
    return false
  }
}

/**
 * The fragment for a text that was shared with the installed app. The manifest passes it as a query, which the service worker
 * answers from its cache.
 *
 * @param search - Query of the address bar.
 * @returns Undefined if nothing was shared.
 */
export function sharedFragment(search: string): string | undefined {
  const query = new URLSearchParams(search)
  const texts = ['share-url', 'share-text', 'share-title'].flatMap((name) => query.get(name) ?? [])
  const shared = texts.map(paymentIn).find((text) => text !== undefined)
  if (shared !== undefined) return `#/send/${encodeURIComponent(shared)}`
  return texts.length > 0 ? '#/send' : undefined
}

/** The payment link or the address in a text. */
const paymentIn = (text: string): string | undefined =>
  /(?:web\+)?monero:\S+|(?<!\S)[1-9A-HJ-NP-Za-km-z]{95}(?:[1-9A-HJ-NP-Za-km-z]{11})?(?!\S)/i.exec(
    text,
  )?.[0]

/** Moves what was shared from the query of the address bar into the fragment. */
export function takeShared() {
  const fragment = sharedFragment(location.search)
  if (fragment !== undefined) history.replaceState(null, '', `/${fragment}`)
}
