/**
 * Keys of releases: Ed25519, in PEM files of OpenSSL or as 32 bytes in hex.
 *
 * @module
 */
import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ProgramError } from '../process/program-error.ts'

/** Reads a public key as `openssl pkey -pubout` writes it. @throws {ProgramError} That names the file. */
export function publicKeyIn(file: string): KeyObject {
  let key: KeyObject | undefined
  const text = readFileSync(file, 'utf8')
  try {
    key = createPublicKey(text)
  } catch {
    // Reported below.
  }
  if (key?.asymmetricKeyType === 'ed25519') return key
  throw new ProgramError(`${file}: expected an Ed25519 public key in PEM`)
}

/** @param hex - 64 digits. */
export const publicKeyOf = (hex: string): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(hex, 'hex').toString('base64url') },
    format: 'jwk',
  })

export const isSignedBy = (key: KeyObject, bytes: Uint8Array, signature?: Uint8Array): boolean =>
  signature?.length === 64 && verify(null, bytes, key, signature)
