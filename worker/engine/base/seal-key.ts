/**
 * The key under which wallets with one view key seal what goes from one to another. Stretching takes a
 * tenth of a second, so it is kept for as long as the view key is.
 *
 * @module
 */
import type { Ports } from './ports.ts'
import type { StretchPorts } from './chacha-key.ts'

type SealKeyPorts = StretchPorts & Pick<Ports, 'kdfRounds'>

/** By view key and rounds, each from when it is first asked for. */
const kept = new WeakMap<Uint8Array, Map<number, Promise<Uint8Array>>>()

/**
 * Overwritten with the view key: what is made with it after that is of no use.
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
  // Where its code could not be loaded, the next one tries again.
  key.catch(() => byRounds.delete(ports.kdfRounds))
  return key
}

async function stretched(ports: SealKeyPorts, viewSecret: Uint8Array): Promise<Uint8Array> {
  const { chachaKey } = await import('./chacha-key.ts')
  return chachaKey(ports, viewSecret, ports.kdfRounds)
}

/** To be called where a view key is overwritten. */
export function forgetSealKey(viewSecret: Uint8Array): void {
  const byRounds = kept.get(viewSecret)
  kept.delete(viewSecret)
  for (const key of byRounds?.values() ?? [])
    key.then(
      (made) => made.fill(0),
      // Whoever asked for it has heard of it.
      () => undefined,
    )
}
