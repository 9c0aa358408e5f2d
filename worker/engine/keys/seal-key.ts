/**
 * The key under which wallets with one view key seal what goes from one to another. Stretching takes a
 * tenth of a second, so it is kept for as long as the view key is.
 *
 * @module
 */
import type { Ports } from '../ports.ts'
import type { StretchPorts } from './chacha-key.ts'

const kept = new WeakMap<Uint8Array, { key: Uint8Array; rounds: number }>()

/**
 * Overwritten with the view key: what is made with it after that is of no use.
 *
 * @see monero src/wallet/wallet2.cpp wallet2::encrypt
 */
export async function sealKey(
  ports: StretchPorts & Pick<Ports, 'kdfRounds'>,
  viewSecret: Uint8Array,
): Promise<Uint8Array> {
  const { kdfRounds: rounds } = ports
  const known = kept.get(viewSecret)
  if (known?.rounds === rounds) return known.key
  const { chachaKey } = await import('./chacha-key.ts')
  const key = await chachaKey(ports, viewSecret, rounds)
  // Wiped meanwhile, nobody would overwrite it.
  if (isWiped(viewSecret)) key.fill(0)
  forgetSealKey(viewSecret)
  kept.set(viewSecret, { key, rounds })
  return key
}

/** To be called where a view key is overwritten. */
export function forgetSealKey(viewSecret: Uint8Array): void {
  kept.get(viewSecret)?.key.fill(0)
  kept.delete(viewSecret)
}

const isWiped = (secret: Uint8Array) => secret.reduce((any, byte) => any | byte, 0) === 0
