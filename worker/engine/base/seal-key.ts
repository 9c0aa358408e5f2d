/**
 * The key that encrypts data exchanged between wallets with the same view key. Its derivation takes a
 * tenth of a second, so it is cached as long as the view key exists.
 *
 * @module
 */
import type { Ports } from './ports.ts'
import type { StretchPorts } from './chacha-key.ts'

type SealKeyPorts = StretchPorts & Pick<Ports, 'kdfRounds'>

/** By view key and rounds. */
const kept = new WeakMap<Uint8Array, Map<number, Promise<Uint8Array>>>()

/**
 * The key is overwritten together with the view key. Do not use it after that.
 *
 * @see monero src/wallet/wallet2.cpp wallet2::encrypt
 */
export function sealKey(ports: SealKeyPorts, viewSecret: Uint8Array): Promise<Uint8Array> {
  const byRounds = kept.get(viewSecret) ?? new Map<number, Promise<Uint8Array>>()
  kept.set(viewSecret, byRounds)
  const known = byRounds.get(ports.kdfRounds)
  if (known) return known
  const key = stretched(ports, viewSecret)
  byRounds.set(ports.kdfRounds, key)
  // If the module could not be loaded, the next call tries again.
  key.catch(() => byRounds.delete(ports.kdfRounds))
  return key
}

async function stretched(ports: SealKeyPorts, viewSecret: Uint8Array): Promise<Uint8Array> {
  const { chachaKey } = await import('./chacha-key.ts')
  return chachaKey(ports, viewSecret, ports.kdfRounds)
}

/** Call this when a view key is overwritten. */
export function forgetSealKey(viewSecret: Uint8Array): void {
  const byRounds = kept.get(viewSecret)
  kept.delete(viewSecret)
  for (const key of byRounds?.values() ?? [])
    key.then(
      (made) => made.fill(0),
      // The caller of sealKey handles the error.
      () => undefined,
    )
}
