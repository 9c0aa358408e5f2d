/**
 * What members of a group hand each other: found in what a person pastes or in a file, and given as
 * text, file and QR code. What is in it, and whether it holds, the engine says.
 *
 * @module
 */
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { readExchangeMessage } from '#protocol/interchange/key-exchange.ts'
import { beginning, magics } from '#protocol/interchange/magics.ts'

/** A round of the key exchange, as a member sent it. */
export type KeyMessage = {
  kind: 'keys'
  text: string
  round: number
  /** The member's base key, in hex. */
  from: string
}

/** What the group's view key seals: of outputs, or a payment. `text` is hex. */
export type SealedMessage = { kind: 'outputs' | 'payment'; text: string }

export type Message = KeyMessage | SealedMessage

/** How each begins, in hex; files of monero-wallet-cli begin with the bytes. */
const beginnings = {
  outputs: bytesToHex(beginning(magics.multisigInfo)),
  payment: bytesToHex(beginning(magics.multisigSet)),
} as const
const kinds = ['outputs', 'payment'] as const

const starts = new RegExp(`(?=Multisigx?V\\d|${Object.values(beginnings).join('|')})`, 'gi')

/**
 * All messages in a text; where lines were broken does not matter.
 *
 * @returns Or what is wrong with it, in words for the person.
 */
export function readMessages(text: string): Message[] | string {
  const pieces = text
    .replace(/\s+/g, '')
    .split(starts)
    .filter((piece) => piece !== '')
  if (pieces.length === 0) return 'There is no message in it.'
  const messages: Message[] = []
  for (const piece of pieces) {
    const message = readMessage(piece)
    if (typeof message === 'string') return message
    messages.push(message)
  }
  return messages
}

const notWhole = 'A message is not whole, or was changed on its way. Have it sent again.'

function readMessage(piece: string): Message | string {
  const hex = piece.toLowerCase()
  const kind = kinds.find((one) => hex.startsWith(beginnings[one]))
  if (kind) return /^([0-9a-f]{2})+$/.test(hex) ? { kind, text: hex } : notWhole
  if (!/^Multisig/i.test(piece)) return 'This is no message of a shared wallet.'
  const read = readExchangeMessage(piece)
  if (typeof read === 'string') return notWhole
  return { kind: 'keys', text: piece, round: read.content.round, from: bytesToHex(read.signer) }
}

/** The text of a file: what monero-wallet-cli writes as bytes is hex elsewhere. */
export function textOfFile(bytes: Uint8Array): string {
  const hex = bytesToHex(bytes)
  const isSealed = kinds.some((kind) => hex.startsWith(beginnings[kind]))
  return isSealed ? hex : new TextDecoder('latin1').decode(bytes)
}

/** The same as a file, which monero-wallet-cli reads. */
export const bytesOf = ({ kind, text }: Message): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(kind === 'keys' ? utf8ToBytes(text) : hexToBytes(text))

/** Longer than this a code is too fine for a telephone to read it off a screen. */
const longestCode = { hex: 2000, text: 1100 }

/** What its QR code says; undefined when it is too long for one. */
export function qrTextOf({ kind, text }: Message): string | undefined {
  if (kind === 'keys') return text.length <= longestCode.text ? text : undefined
  // Capitals take fewer dots.
  return text.length <= longestCode.hex ? text.toUpperCase() : undefined
}
