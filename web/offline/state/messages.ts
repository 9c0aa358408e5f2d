/**
 * Messages between an offline wallet and its view-only wallet: found in pasted text and in files.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { isHex, longHex } from '#protocol/hex.ts'
import { mostUrBytes } from '#protocol/ur/ur.ts'
import { text } from '../../languages/text.ts'
import { kindOfFile, type SigningFile } from '../../qr/signing-files.ts'

export type SigningMessage = { kind: SigningFile; hex: string }

/** Most characters of a text: clipboards and messengers cut longer ones. */
export const mostTextCharacters = 200_000

/** Most bytes of an animated QR code, with room for the length that is written before them. */
export const mostQrBytes = mostUrBytes - 5

/** What is needed, as a sentence. */
const expectedText = (kind: SigningFile): string =>
  ({
    'xmr-output': text('Expected the outputs of the view-only wallet.'),
    'xmr-keyimage': text('Expected the key images of the offline wallet.'),
    'xmr-txunsigned': text('Expected an unsigned payment of the view-only wallet.'),
    'xmr-txsigned': text('Expected a signed payment of the offline wallet.'),
  })[kind]

/** What came instead, as a sentence. */
const foundText = (kind: SigningFile): string =>
  ({
    'xmr-output': text('These are outputs.'),
    'xmr-keyimage': text('These are key images.'),
    'xmr-txunsigned': text('This is an unsigned payment.'),
    'xmr-txsigned': text('This is a signed payment.'),
  })[kind]

/** The bytes of a pasted text: hex or Base64, which may be wrapped into lines; undefined for another text. */
export function bytesOfText(given: string): Uint8Array<ArrayBuffer> | undefined {
  const compact = given.replace(/\s+/g, '')
  if (compact === '') return undefined
  if (isHex(compact)) return Uint8Array.from(hexToBytes(compact.toLowerCase()))
  try {
    return Uint8Array.from(base64.decode(compact))
  } catch {
    return undefined
  }
}

/**
 * The message in the bytes of a file or a text.
 *
 * @param wanted - The kind that is expected.
 * @returns An explanation for the user, if it is something else.
 */
export function readMessage(
  bytes: Uint8Array | undefined,
  wanted: SigningFile,
): SigningMessage | string {
  // A file may contain the text.
  const found = bytes && (kindOfFile(bytes) ? bytes : (asText(bytes) ?? bytes))
  const kind = found && kindOfFile(found)
  if (!found || !kind)
    return `${text('This is no message of a Monero wallet, or a part of it is missing.')} ${expectedText(wanted)}`
  if (kind !== wanted) return `${foundText(kind)} ${expectedText(wanted)}`
  return { kind, hex: longHex(found) }
}

function asText(bytes: Uint8Array): Uint8Array | undefined {
  return bytesOfText(new TextDecoder('latin1').decode(bytes))
}

/** Bytes for files and QR codes. */
export const bytesOfHex = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(hexToBytes(hex))
