/**
 * Cryptography that keeps the arrays it returns, so that a test can look at what became of them.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'

/** @param names - Functions that return bytes. @returns `returned`: the arrays themselves, as they are now. */
export function watchedCrypto(
  crypto: Crypto,
  names: readonly (keyof Crypto)[],
): { watched: Crypto; returned: Uint8Array[] } {
  const returned: Uint8Array[] = []
  const watched = new Proxy(crypto, {
    get(target, name) {
      const given: unknown = Reflect.get(target, name)
      if (!names.includes(name as keyof Crypto)) return given
      return (...args: unknown[]) => {
        const made: unknown = Reflect.apply(given as () => unknown, target, args)
        if (made instanceof Uint8Array) returned.push(made)
        return made
      }
    },
  })
  return { watched, returned }
}
