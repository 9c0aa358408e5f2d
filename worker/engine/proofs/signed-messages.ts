/**
 * Messages signed with a key of an address.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_message_hash, sign, verify
 */
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { varint } from '#protocol/chain/varint.ts'
import { readMessageSignature, writeMessageSignature } from '#protocol/proofs/message-signature.ts'
import type { Crypto } from '#wasm/types.ts'
import { lacksSpendKey } from '../keys/no-spend-key.ts'
import { subaddressSpendSecret, subaddressViewSecret } from '../keys/subaddress-secrets.ts'
import { ownRecipient } from '../tx/recipient.ts'
import type { Secrets, SubaddressIndex } from '../store/records.ts'

/** The key of an address that signs. */
export type SigningKey = 'spend' | 'view'

/** Public keys of an address. */
type PublicKeys = { spendKey: Uint8Array; viewKey: Uint8Array }

/**
 * Signs a message with any own address, whether it was created or not.
 *
 * @returns `SigV2...`
 * @throws {RpcError} WATCH_ONLY when the wallet lacks the secret: without a spend key it only has
 *   the view key of the primary address.
 */
export function signMessage(
  crypto: Crypto,
  secrets: Readonly<Secrets>,
  message: string,
  key: SigningKey,
  index: SubaddressIndex,
): string {
  const secret = signingSecret(crypto, secrets, key, index)
  try {
    const keys = ownRecipient(crypto, secrets, index)
    const publicKey = key === 'spend' ? keys.spendKey : keys.viewKey
    const signature = crypto.sign(messageHash(crypto, message, keys, key), publicKey, secret)
    const text = writeMessageSignature({ version: 2, signature })
    if (verifyMessage(crypto, message, keys, text)?.key !== key)
      throw new Error('signed message: the signature just made is invalid')
    return text
  } finally {
    secret.fill(0)
  }
}

/** The result of a valid signature: the key that signed the message. */
export type SignedMessage = { version: 1 | 2; key: SigningKey }

/** Undefined when the text is not a signature of this message by this address. */
export function verifyMessage(
  crypto: Crypto,
  message: string,
  address: PublicKeys,
  text: string,
): SignedMessage | undefined {
  const given = readMessageSignature(text)
  if (!given) return undefined
  const { version, signature } = given
  const keys = [
    ['spend', address.spendKey],
    ['view', address.viewKey],
  ] as const
  for (const [key, publicKey] of keys) {
    const hash =
      version === 1
        ? crypto.keccak256(utf8ToBytes(message))
        : messageHash(crypto, message, address, key)
    if (crypto.verify(hash, publicKey, signature)) return { version, key }
  }
  return undefined
}

/** monero src/cryptonote_config.h HASH_KEY_MESSAGE_SIGNING, with its terminating zero. */
const separator = utf8ToBytes('MoneroMessageSignature\0')

function messageHash(
  crypto: Crypto,
  message: string,
  { spendKey, viewKey }: PublicKeys,
  key: SigningKey,
): Uint8Array {
  const data = utf8ToBytes(message)
  const mode = Uint8Array.of(key === 'spend' ? 0 : 1)
  return crypto.keccak256(
    concatBytes(separator, spendKey, viewKey, mode, varint(data.length), data),
  )
}

function signingSecret(
  crypto: Crypto,
  secrets: Readonly<Secrets>,
  key: SigningKey,
  index: SubaddressIndex,
): Uint8Array {
  const { spendSecret, viewSecret } = secrets
  if (spendSecret) {
    const secretOf = key === 'spend' ? subaddressSpendSecret : subaddressViewSecret
    return secretOf(crypto, { spendSecret, viewSecret }, index)
  }
  if (key === 'view' && index.account === 0 && index.address === 0) return viewSecret.slice()
  // The reference signs with a zero key then, and no reader can verify the signature.
  throw lacksSpendKey(secrets, 'sign with this key')
}
