/**
 * The slot of a passkey: the data key, wrapped with the secret that a passkey returns for this wallet (WebAuthn, extension
 * `prf`). The secret is never stored. The password stays valid.
 *
 * Layout, behind the wrapped key of the header: length of the credential id (2 bytes, little endian), credential id,
 * salt (32), nonce (24), wrapped data key (48). All up to the nonce, with the head of the header, is bound to the wrapped key.
 *
 * @module
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { dataView } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'

/** What the page needs to ask a passkey for its secret. It is not secret. */
export type PasskeyRequest = {
  /** Names the passkey to the browser. */
  credentialId: Uint8Array
  /** Input of the passkey's function, 32 bytes. */
  salt: Uint8Array
}

export type PasskeySlot = PasskeyRequest & { nonce: Uint8Array; wrappedKey: Uint8Array }

/** Bytes of the secret that a passkey returns, and of the salt. */
export const passkeySecretLength = 32
/** Longest credential id, as WebAuthn allows. */
export const longestCredentialId = 1023
const [saltLength, nonceLength, wrappedLength] = [32, 24, 48]
const fixedLength = 2 + saltLength + nonceLength + wrappedLength

/**
 * Wraps the data key.
 *
 * @param head - First part of the header. @param secret - From the passkey, {@link passkeySecretLength} bytes.
 */
export function sealSlot(
  crypto: Pick<Crypto, 'seal'>,
  head: Uint8Array,
  { credentialId, salt }: PasskeyRequest,
  nonce: Uint8Array,
  secret: Uint8Array,
  dataKey: Uint8Array,
): PasskeySlot {
  const key = keyOf(secret)
  const bound = concatBytes(head, requestBytes({ credentialId, salt }))
  const wrappedKey = crypto.seal(key, nonce, bound, dataKey)
  key.fill(0)
  return { credentialId, salt, nonce, wrappedKey }
}

/** The data key, which the caller wipes; undefined for another secret. */
export function unsealSlot(
  crypto: Pick<Crypto, 'unseal'>,
  head: Uint8Array,
  slot: PasskeySlot,
  secret: Uint8Array,
): Uint8Array | undefined {
  const key = keyOf(secret)
  const bound = concatBytes(head, requestBytes(slot))
  const dataKey = crypto.unseal(key, slot.nonce, bound, slot.wrappedKey)
  key.fill(0)
  return dataKey
}

export const formatSlot = (slot: PasskeySlot): Uint8Array =>
  concatBytes(requestBytes(slot), slot.nonce, slot.wrappedKey)

/** @returns Undefined when the bytes are no slot. */
export function parseSlot(bytes: Uint8Array): PasskeySlot | undefined {
  if (bytes.length < fixedLength) return undefined
  const idLength = dataView(bytes).getUint16(0, true)
  if (idLength === 0 || idLength > longestCredentialId || bytes.length !== fixedLength + idLength)
    return undefined
  const saltAt = 2 + idLength
  const nonceAt = saltAt + saltLength
  return {
    credentialId: bytes.slice(2, saltAt),
    salt: bytes.slice(saltAt, nonceAt),
    nonce: bytes.slice(nonceAt, nonceAt + nonceLength),
    wrappedKey: bytes.slice(nonceAt + nonceLength),
  }
}

function requestBytes({ credentialId, salt }: PasskeyRequest) {
  const length = new Uint8Array(2)
  dataView(length).setUint16(0, credentialId.length, true)
  return concatBytes(length, credentialId, salt)
}

/** The secret is used for nothing else in this program. */
const keyOf = (secret: Uint8Array) =>
  blake2b(utf8ToBytes('nightjar passkey'), { key: secret, dkLen: 32 })
