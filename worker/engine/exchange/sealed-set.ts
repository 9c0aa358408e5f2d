/**
 * Messages between two wallets with the same view key: encrypted and signed with that key.
 *
 * Layout: an IV of 8 bytes, the content under ChaCha20, a signature of 64 bytes over both.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp encrypt_with_view_secret_key, decrypt_with_view_secret_key
 */
import { concatBytes } from '@noble/hashes/utils.js'
import { beginning, type Magic } from '#protocol/interchange/magics.ts'
import { ivLength } from '../keyfile/key-file-form.ts'
import { sealKey } from '../base/seal-key.ts'
import type { Ports } from '../base/ports.ts'
import type { Secrets } from '../store/records.ts'

export type UnsealPorts = Pick<Ports, 'crypto' | 'clock' | 'kdfRounds'>
export type SealPorts = UnsealPorts & Pick<Ports, 'random'>

const signatureLength = 64

type Keys = Pick<Secrets, 'viewSecret' | 'viewPublic'>

/**
 * @throws {Error} When the keys were wiped meanwhile: a zero key would let anyone open the message.
 */
export async function seal(
  ports: SealPorts,
  { viewSecret, viewPublic }: Keys,
  magic: Magic,
  content: Uint8Array,
): Promise<Uint8Array> {
  const { crypto } = ports
  const iv = ports.random(ivLength)
  const text = concatBytes(iv, await underKey(ports, viewSecret, iv, content))
  const hash = crypto.keccak256(text)
  const signature = crypto.sign(hash, viewPublic, viewSecret)
  if (!crypto.verify(hash, viewPublic, signature)) throw new Error('the wallet is closed')
  return concatBytes(beginning(magic), text, signature)
}

/** Reasons why a message cannot be opened. */
export type SealError = 'magic' | 'size' | 'signature'

/** The content, or the reason why it cannot be opened. */
export async function unseal(
  ports: UnsealPorts,
  { viewSecret, viewPublic }: Keys,
  magic: Magic,
  sealed: Uint8Array,
): Promise<Uint8Array | SealError> {
  const { crypto } = ports
  const head = beginning(magic)
  if (sealed.length < head.length || head.some((byte, at) => sealed[at] !== byte)) return 'magic'
  const text = sealed.subarray(head.length, sealed.length - signatureLength)
  if (sealed.length < head.length + ivLength + signatureLength) return 'size'
  const signature = sealed.subarray(sealed.length - signatureLength)
  if (!crypto.verify(crypto.keccak256(text), viewPublic, signature)) return 'signature'
  return underKey(ports, viewSecret, text.subarray(0, ivLength), text.subarray(ivLength))
}

// ChaCha20 encryption and decryption are the same operation.
async function underKey(
  ports: UnsealPorts,
  viewSecret: Uint8Array,
  iv: Uint8Array,
  text: Uint8Array,
): Promise<Uint8Array> {
  const { chacha20 } = await import('../base/chacha-key.ts')
  return chacha20(await sealKey(ports, viewSecret), iv, text)
}
