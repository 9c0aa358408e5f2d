/**
 * The header of a wallet: the cost of its password, and the data key wrapped with the derived key, and with a passkey where
 * the wallet has one.
 *
 * Layout, numbers little endian: `nightjar`, version (1 byte), memory in KiB (4), iterations (4),
 * parallelism (4), salt (32), nonce (24), wrapped data key (48), checksum (8). All up to the nonce is
 * bound to the wrapped key as additional data. The checksum holds no secret; it distinguishes a damaged
 * header from a wrong password.
 *
 * Version 2 is a header without a passkey. Version 3 has the slot of a passkey before the checksum
 * ({@link file://./passkey.ts}); what the wrapped key is bound to says version 2 in both.
 *
 * @module
 */
import { blake2b } from '@noble/hashes/blake2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import type { Crypto } from '#wasm/types.ts'
import type { StretchCost } from '../base/ports.ts'
import { WalletDamaged } from './errors.ts'
import { formatSlot, parseSlot, sealSlot, unsealSlot } from './passkey.ts'
import type { PasskeyRequest, PasskeySlot } from './passkey.ts'

export type Header = {
  cost: StretchCost
  salt: Uint8Array
  nonce: Uint8Array
  wrappedKey: Uint8Array
  passkey?: PasskeySlot
}

/** Bytes of salt in a header. */
export const saltLength = 32
/** Bytes of a XChaCha20 nonce. */
export const nonceLength = 24

const magic = utf8ToBytes('nightjar')
const version = 2
/** Of a header with the slot of a passkey. */
const passkeyVersion = 3
const headLength = magic.length + 1 + 12 + saltLength
const wrappedLength = 32 + 16
const checksumLength = 8
/** Bytes of a header without a passkey. */
export const headerLength = headLength + nonceLength + wrappedLength + checksumLength

/** Upper bounds of the cost; a header with a higher cost would hang the wallet. */
const costLimit: StretchCost = { memoryKiB: 1024 * 1024, iterations: 1000, parallelism: 16 }

/** Wraps `dataKey` with the stretched password. */
export function sealHeader(
  crypto: Pick<Crypto, 'seal'>,
  cost: StretchCost,
  salt: Uint8Array,
  nonce: Uint8Array,
  passwordKey: Uint8Array,
  dataKey: Uint8Array,
): Header {
  const wrappedKey = crypto.seal(passwordKey, nonce, head(cost, salt), dataKey)
  return { cost, salt, nonce, wrappedKey }
}

/** The data key, or `undefined` when the password is wrong. */
export function unsealHeader(
  crypto: Pick<Crypto, 'unseal'>,
  { cost, salt, nonce, wrappedKey }: Header,
  passwordKey: Uint8Array,
): Uint8Array | undefined {
  return crypto.unseal(passwordKey, nonce, head(cost, salt), wrappedKey)
}

/** The header with a passkey that opens it, too. @param nonce - {@link nonceLength} random bytes. */
export function withPasskey(
  crypto: Pick<Crypto, 'seal'>,
  header: Header,
  request: PasskeyRequest,
  nonce: Uint8Array,
  secret: Uint8Array,
  dataKey: Uint8Array,
): Header {
  const { cost, salt } = header
  return { ...header, passkey: sealSlot(crypto, head(cost, salt), request, nonce, secret, dataKey) }
}

/** The data key; undefined for another passkey, and without one. */
export function unsealByPasskey(
  crypto: Pick<Crypto, 'unseal'>,
  { cost, salt, passkey }: Header,
  secret: Uint8Array,
): Uint8Array | undefined {
  return passkey && unsealSlot(crypto, head(cost, salt), passkey, secret)
}

export function formatHeader({ cost, salt, nonce, wrappedKey, passkey }: Header): Uint8Array {
  const body = concatBytes(
    head(cost, salt),
    nonce,
    wrappedKey,
    passkey ? formatSlot(passkey) : none,
  )
  if (passkey) body[magic.length] = passkeyVersion
  return concatBytes(body, checksum(body))
}

/** @throws {WalletDamaged} When it is not a header, or has an unknown version. */
export function parseHeader(bytes: Uint8Array): Header {
  const body = bytes.subarray(0, Math.max(0, bytes.length - checksumLength))
  if (bytes.length < headerLength || !sameBytes(bytes.subarray(0, magic.length), magic))
    throw new WalletDamaged('not a wallet of this program')
  const found = bytes[magic.length]!
  if (found !== version && found !== passkeyVersion) throw new WalletDamaged(otherVersion(found))
  if (found === version && bytes.length !== headerLength)
    throw new WalletDamaged('not a wallet of this program')
  if (!sameBytes(bytes.subarray(body.length), checksum(body)))
    throw new WalletDamaged('the header of the wallet is damaged')

  const numbers = new DataView(bytes.buffer, bytes.byteOffset + magic.length + 1)
  const cost = {
    memoryKiB: numbers.getUint32(0, true),
    iterations: numbers.getUint32(4, true),
    parallelism: numbers.getUint32(8, true),
  }
  checkCost(cost)
  const nonceAt = headLength
  const slotAt = headerLength - checksumLength
  const passkey = found === version ? undefined : parseSlot(body.subarray(slotAt))
  if (found === passkeyVersion && !passkey)
    throw new WalletDamaged('the header of the wallet is damaged')
  return {
    cost,
    salt: bytes.slice(headLength - saltLength, headLength),
    nonce: bytes.slice(nonceAt, nonceAt + nonceLength),
    wrappedKey: bytes.slice(nonceAt + nonceLength, slotAt),
    ...(passkey && { passkey }),
  }
}

function otherVersion(found: number) {
  const advice =
    found < version ? 'restore it from its seed' : 'use a newer version of this program'
  return `wallet of format ${found}, expected ${version} or ${passkeyVersion}: ${advice}`
}

function checkCost(cost: StretchCost) {
  for (const name of ['memoryKiB', 'iterations', 'parallelism'] as const)
    if (cost[name] < 1 || cost[name] > costLimit[name])
      throw new WalletDamaged(`${name} of the wallet's header is out of range`)
}

function head({ memoryKiB, iterations, parallelism }: StretchCost, salt: Uint8Array) {
  const numbers = new DataView(new ArrayBuffer(12))
  numbers.setUint32(0, memoryKiB, true)
  numbers.setUint32(4, iterations, true)
  numbers.setUint32(8, parallelism, true)
  return concatBytes(magic, Uint8Array.of(version), new Uint8Array(numbers.buffer), salt)
}

const none = new Uint8Array()
const checksum = (body: Uint8Array) => blake2b(body, { dkLen: checksumLength })
