/**
 * Key exchange messages of a multisig group, as text: a prefix that names the kind, then an archive in
 * Base58. Nothing here checks keys or signatures.
 *
 * @module
 * @see monero src/multisig/multisig_kex_msg.cpp, src/multisig/multisig_kex_msg_serialization.h
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { decodeBase58, encodeBase58 } from '../base58.ts'
import { Reader } from '../chain/reader.ts'
import { Writer } from '../chain/writer.ts'
import { byteText } from '../proofs/pieces.ts'
import { readKeys, readWhole, writeList } from './archive.ts'

/** The content of a message. */
export type ExchangeContent =
  /** First round: the member's share of the view key, which the whole group will know. */
  | { round: 1; viewSecret: Uint8Array }
  /** Later rounds: public keys. */
  | { round: number; keys: readonly Uint8Array[] }

export type ExchangeMessage = {
  content: ExchangeContent
  /** The member's base key. */
  signer: Uint8Array
  /** 64 bytes. */
  signature: Uint8Array
}

const firstMagic = 'MultisigxV2R1'
const laterMagic = 'MultisigxV2Rn'
const magicLength = firstMagic.length

/** The signed bytes, before hashing. */
export function signedBytes(content: ExchangeContent, signer: Uint8Array): Uint8Array {
  const writer = new Writer()
    .raw(utf8ToBytes('viewSecret' in content ? firstMagic : laterMagic))
    .u32(content.round)
    .key(signer, 'signer')
  if ('viewSecret' in content) writer.key(content.viewSecret, 'view secret')
  else for (const key of content.keys) writer.key(key, 'key')
  return writer.bytes()
}

export function writeExchangeMessage({ content, signer, signature }: ExchangeMessage): string {
  const writer = new Writer()
  if ('viewSecret' in content) writer.key(content.viewSecret, 'view secret')
  else {
    writer.varint(content.round)
    writeList(writer, content.keys, (key) => writer.key(key, 'key'))
  }
  writer.key(signer, 'signer').fixed(signature, 64, 'signature')
  const magic = 'viewSecret' in content ? firstMagic : laterMagic
  return magic + encodeBase58(writer.bytes())
}

/** The message, or the reference's text of the error. */
export function readExchangeMessage(text: string): ExchangeMessage | string {
  const message = byteText(text)
  if (message.length < magicLength) return 'Kex message unexpectedly small.'
  if (/^Multisigx?V1/.test(message)) return 'V1 multisig kex messages are deprecated (unsafe).'
  const bytes = decodeBase58(message.slice(magicLength))
  if (!bytes) return 'Multisig kex msg decoding error.'
  const magic = message.slice(0, magicLength)
  if (magic !== firstMagic && magic !== laterMagic)
    return 'Only v2 multisig kex messages are supported.'
  const read = readWhole(new Reader(bytes), 'message', (reader): ExchangeMessage => ({
    content: magic === firstMagic ? readFirst(reader) : readLater(reader),
    signer: reader.take(32, 'signer'),
    signature: reader.take(64, 'signature'),
  }))
  if (!read) return 'Deserializing kex msg failed.'
  if (magic === laterMagic && read.content.round < 2)
    return 'Invalid kex message round (must be > 1 for the general msg type).'
  return read
}

const readFirst = (reader: Reader): ExchangeContent => ({
  round: 1,
  viewSecret: reader.take(32, 'view secret'),
})

const readLater = (reader: Reader): ExchangeContent => ({
  round: reader.smallVarint('round', 32),
  keys: readKeys(reader, 'keys'),
})
