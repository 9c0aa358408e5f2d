/**
 * Keys that a password wraps.
 *
 * @module
 */
import type { Crypto } from '#wasm/types.ts'
import type { Ports } from '../base/ports.ts'
import { nonceLength, saltLength, sealHeader, unsealHeader, type Header } from './header.ts'

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

/** The key, which the caller wipes; undefined for a wrong password. */
export async function unwrap(
  { crypto, stretchPassword }: PasswordPorts,
  header: Header,
  password: string,
): Promise<Uint8Array | undefined> {
  const passwordKey = await stretchPassword(password, header.salt, header.cost)
  const key = unsealHeader(crypto, header, passwordKey)
  passwordKey.fill(0)
  return key
}
