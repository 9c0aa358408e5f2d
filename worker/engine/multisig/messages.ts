/**
 * Messages of the key exchange: signed with a member's base key, verified on receipt.
 *
 * @module
 * @see monero src/multisig/multisig_kex_msg.cpp
 */
import { errorDetails } from '#protocol/error-details.ts'
import {
  readExchangeMessage,
  signedBytes,
  writeExchangeMessage,
  type ExchangeContent,
  type ExchangeMessage,
} from '#protocol/interchange/key-exchange.ts'
import type { Crypto } from '#wasm/types.ts'
import { isIdentity } from '../keys/identity.ts'
import { refused } from './errors.ts'

/** A member's message, as text for the others. @param baseSecret - Signs it. */
export function signMessage(
  crypto: Crypto,
  baseSecret: Uint8Array,
  content: ExchangeContent,
): string {
  const signer = crypto.multiplyBase(baseSecret)
  const signature = crypto.sign(hashOf(crypto, content, signer), signer, baseSecret)
  return writeExchangeMessage({ content, signer, signature })
}

/** @throws {RpcError} For an invalid message, or an invalid signature. */
export function openMessage(crypto: Crypto, text: string): ExchangeMessage {
  const message = readExchangeMessage(text)
  if (typeof message === 'string') throw refused(message)
  const { content, signer, signature } = message
  for (const key of 'keys' in content ? content.keys : []) {
    if (isEmptyKey(key)) throw refused('Pubkey from message was invalid.')
    if (!crypto.isInMainSubgroup(key))
      throw refused('Pubkey from message was not in prime subgroup.')
  }
  if (isEmptyKey(signer)) throw refused('Message signing key was invalid.')
  if (!crypto.isInMainSubgroup(signer))
    throw refused('Message signing key was not in prime subgroup.')
  if (!crypto.verify(hashOf(crypto, content, signer), signer, signature))
    throw refused('Multisig kex msg signature invalid.', errorDetails.damagedMessage)
  return message
}

const hashOf = (crypto: Crypto, content: ExchangeContent, signer: Uint8Array) => {
  const bytes = signedBytes(content, signer)
  const hash = crypto.keccak256(bytes)
  bytes.fill(0)
  return hash
}

const isEmptyKey = (key: Uint8Array) => isIdentity(key) || key.every((byte) => byte === 0)
