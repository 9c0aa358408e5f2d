/**
 * Names that a person can give to a wallet of the page. Wallets with other names, from earlier versions, stay usable.
 *
 * @module
 */

/** In characters, as a person counts most of them. */
const longestName = 60

export type WalletNameFault = 'empty' | 'long' | 'characters' | 'taken'

/** The name that a text means: composed characters, without space around it. */
export const walletNameOf = (text: string): string => text.normalize('NFC').trim()

/**
 * Why a name cannot be given to a wallet.
 *
 * @param taken - Names of the other wallets. A name that differs only in case or in the form of its letters is taken.
 */
export function walletNameFault(
  name: string,
  taken: readonly string[],
): WalletNameFault | undefined {
  if (name === '' || name !== walletNameOf(name)) return 'empty'
  if ([...name].length > longestName) return 'long'
  if (unusable.test(name)) return 'characters'
  return taken.some((other) => folded(other) === folded(name)) ? 'taken' : undefined
}

/** Equal for names that look alike. */
const folded = (name: string) => name.normalize('NFKC').toLowerCase().trim()

/** The path separator, control characters, marks that reverse the text around them, halves of surrogate pairs. */
const unusable = /[/\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
