/**
 * Messages between the members of a group: found in pasted text and in files; shown as text, file and QR
 * code. Only the engine decrypts and verifies them.
 *
 * @module
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { readExchangeMessage } from '#protocol/interchange/key-exchange.ts'
import { beginning, magics } from '#protocol/interchange/magics.ts'

/** A member's message of one round of the key exchange. */
export type KeyMessage = {
  kind: 'keys'
  text: string
  round: number
  /** The member's base key, in hex. */
  from: string
}

/** Encrypted with the group's view key: multisig info about outputs, or a payment. `text` is hex. */
export type SealedMessage = { kind: 'outputs' | 'payment'; text: string }

export type Message = KeyMessage | SealedMessage

/** First bytes of each kind, in hex; files of monero-wallet-cli begin with the raw bytes. */
const beginnings = {
  outputs: bytesToHex(beginning(magics.multisigInfo)),
  payment: bytesToHex(beginning(magics.multisigSet)),
} as const
const kinds = ['outputs', 'payment'] as const

const starts = new RegExp(`(?=Multisigx?V\\d|${Object.values(beginnings).join('|')})`, 'gi')

/**
 * Reads all messages in a text, which may be wrapped into lines anywhere.
 *
 * @returns The messages, or an explanation for the user.
 */
export function readMessages(text: string): Message[] | string {
  const pieces = text
    .replace(/\s+/g, '')
    .split(starts)
    .filter((piece) => piece !== '')
  if (pieces.length === 0) return 'The text contains no message.'
  const messages: Message[] = []
  for (const piece of pieces) {
    const message = readMessage(piece)
    if (typeof message === 'string') return message
    messages.push(message)
  }
  return messages
}

const damaged = () => 'A message is incomplete or damaged. Ask the member to send it again.'

function readMessage(piece: string): Message | string {
  const hex = piece.toLowerCase()
  const kind = kinds.find((one) => hex.startsWith(beginnings[one]))
  if (kind) return /^([0-9a-f]{2})+$/.test(hex) ? { kind, text: hex } : damaged()
  if (!/^Multisig/i.test(piece)) return 'This is not a message of a shared wallet.'
  const read = readExchangeMessage(piece)
  if (typeof read === 'string') return damaged()
  return { kind: 'keys', text: piece, round: read.content.round, from: bytesToHex(read.signer) }
}

/** The text of a file. Raw bytes, as monero-wallet-cli writes them, become hex. */
export function textOfFile(bytes: Uint8Array): string {
  const hex = bytesToHex(bytes)
  const isSealed = kinds.some((kind) => hex.startsWith(beginnings[kind]))
  return isSealed ? hex : new TextDecoder('latin1').decode(bytes)
}

/** The content of a file that monero-wallet-cli reads. */
export const bytesOf = ({ kind, text }: Message): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(kind === 'keys' ? utf8ToBytes(text) : hexToBytes(text))

/** Longer QR codes are too dense for a phone camera to read from a screen. */
const longestCode = { hex: 2000, text: 1100 }

/** The text of the QR code; undefined for a message that is too long. */
export function qrTextOf({ kind, text }: Message): string | undefined {
  if (kind === 'keys') return text.length <= longestCode.text ? text : undefined
  // Upper case selects the denser alphanumeric mode.
  return text.length <= longestCode.hex ? text.toUpperCase() : undefined
}
