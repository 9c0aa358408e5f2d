/**
 * `monero:` URIs: an address and a payment request.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp make_uri
 */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { parsePaymentId, type Address } from './address.ts'
import { formatAmount, parseAmount } from './amount.ts'
import { decodeText } from './json/json.ts'

export type PaymentRequest = {
  /** The text in the URI. */
  address: string
  /** 64 hex digits as written, or empty: a short id is part of its integrated address. */
  paymentId: string
  /** Piconero; 0 for any amount. */
  amount: bigint
  recipientName: string
  description: string
}

/** Parses an address of the wallet's network and checks its keys; `undefined` if invalid. */
export type ReadAddress = (text: string) => Address | undefined

/**
 * Monero's error texts, without the input that monero appends: a seed pasted in place of an address must
 * not appear in an error.
 */
export type UriError = { error: string }

const scheme = 'monero:'

/** @see monero src/wallet/wallet2.cpp make_uri */
export function makeUri(
  { address, paymentId, amount, recipientName, description }: PaymentRequest,
  readAddress: ReadAddress,
): { uri: string } | UriError {
  const info = readAddress(address)
  if (!info) return { error: 'wrong address' }
  if (paymentId)
    return {
      error: info.paymentId
        ? 'A single payment id is allowed'
        : 'Standalone payment id deprecated, use integrated address instead',
    }
  const parameters = [
    amount > 0n ? `tx_amount=${formatAmount(amount)}` : '',
    recipientName ? `recipient_name=${percentEncode(recipientName)}` : '',
    description ? `tx_description=${percentEncode(description)}` : '',
  ].filter(Boolean)
  return { uri: `${scheme}${address}${parameters.length ? '?' : ''}${parameters.join('&')}` }
}

/**
 * Parses a URI. Parameters that monero does not know are returned unchanged.
 *
 * @see monero src/wallet/wallet2.cpp parse_uri
 */
export function parseUri(
  uri: string,
  readAddress: ReadAddress,
): { request: PaymentRequest; unknownParameters: string[] } | UriError {
  if (!uri.startsWith(scheme)) return { error: 'URI has wrong scheme (expected "monero:")' }
  const rest = uri.slice(scheme.length)
  const [address = ''] = rest.split('?', 1)
  const info = readAddress(address)
  if (!info) return { error: 'URI has wrong address' }

  const body = rest.slice(address.length + 1)
  const request: PaymentRequest = {
    address,
    paymentId: '',
    amount: 0n,
    recipientName: '',
    description: '',
  }
  const unknownParameters: string[] = []
  const seen = new Set<string>()
  for (const parameter of body ? body.split('&') : []) {
    const [name = '', value, ...more] = parameter.split('=')
    const known = readers.has(name) ? name : undefined
    if (value === undefined || more.length)
      return { error: `URI has wrong parameter${known ? `: ${known}` : ''}` }
    if (seen.has(name))
      return { error: `URI has more than one instance of ${known ?? 'a parameter'}` }
    seen.add(name)
    const read = readers.get(name)
    if (!read) unknownParameters.push(parameter)
    const error = read?.(request, value, info)
    if (error) return { error }
  }
  return { request, unknownParameters }
}

/** Sets its part of the request, or returns the error. */
type ReadParameter = (request: PaymentRequest, value: string, info: Address) => string | undefined

const readers = new Map<string, ReadParameter>([
  ['tx_amount', readAmount],
  ['tx_payment_id', readPaymentId],
  ['recipient_name', (request, value) => void (request.recipientName = percentDecode(value))],
  ['tx_description', (request, value) => void (request.description = percentDecode(value))],
])

function readAmount(request: PaymentRequest, value: string) {
  const amount = parseAmount(value)
  if (amount === undefined) return 'URI has invalid amount'
  request.amount = amount
  return undefined
}

function readPaymentId(request: PaymentRequest, value: string, info: Address) {
  if (info.paymentId) return 'Separate payment id given with an integrated address'
  if (value.length !== 64 || !parsePaymentId(value)) return 'Invalid payment id'
  request.paymentId = value
  return undefined
}

const unsafe = new Set(utf8ToBytes('"<>%\\^[]`+$,@:;!#&'))

/** @see monero contrib/epee/src/abstract_http_client.cpp conver_to_url_format */
function percentEncode(text: string): string {
  return Array.from(utf8ToBytes(text), (byte) =>
    byte <= 32 || byte >= 123 || unsafe.has(byte)
      ? `%${bytesToHex(Uint8Array.of(byte)).toUpperCase()}`
      : String.fromCharCode(byte),
  ).join('')
}

/** A percent sign without two hex digits is literal; invalid UTF-8 gives one character per byte. */
function percentDecode(text: string): string {
  const bytes: number[] = []
  for (const part of text.split(/(%[0-9a-fA-F]{2})/))
    if (/^%[0-9a-fA-F]{2}$/.test(part)) bytes.push(parseInt(part.slice(1), 16))
    else for (const byte of utf8ToBytes(part)) bytes.push(byte)
  return decodeText(Uint8Array.from(bytes))
}
