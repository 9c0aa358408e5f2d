/**
 * Keys that a password or a passkey wraps.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import type { Ports } from '../base/ports.ts'
import { nonceLength, saltLength, sealHeader, unsealByPasskey, unsealHeader } from './header.ts'
import type { Header } from './header.ts'

/** What opens a wallet: its password, or the secret that its passkey returns. */
export type Opener = string | Uint8Array

export type PasswordPorts = Pick<Ports, 'random' | 'stretchPassword' | 'stretchCost'> & {
  crypto: Pick<Crypto, 'seal' | 'unseal'>
}

/** A header that wraps the key with the password. @param key - 32 bytes. */
export async function wrap(
  { crypto, random, stretchPassword, stretchCost }: PasswordPorts,
  key: Uint8Array,
  password: string,
): Promise<Header> {
  const [salt, nonce] = [random(saltLength), random(nonceLength)]
  const passwordKey = await stretchPassword(password, salt, stretchCost)
  const header = sealHeader(crypto, stretchCost, salt, nonce, passwordKey, key)
  passwordKey.fill(0)
  return header
}

/** The key, which the caller wipes; undefined for a wrong password or passkey. */
export async function unwrap(
  { crypto, stretchPassword }: Pick<PasswordPorts, 'crypto' | 'stretchPassword'>,
  header: Header,
  opener: Opener,
): Promise<Uint8Array | undefined> {
  if (typeof opener !== 'string') return unsealByPasskey(crypto, header, opener)
  const passwordKey = await stretchPassword(opener, header.salt, header.cost)
  const key = unsealHeader(crypto, header, passwordKey)
  passwordKey.fill(0)
  return key
}
