/**
 * Addresses: a prefix for network and kind, two public keys, a checksum, in base58.
 *
 * The caller checks that the keys are points of the curve. The hexadecimal form from before 2014, with a
 * checksum of 8 bits, is not supported.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_basic_impl.cpp get_account_address_from_str
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { sameBytes } from './bytes.ts'

/** `fakechain` is what `--regtest` runs; its addresses look like those of `mainnet`. */
export type Network = 'mainnet' | 'testnet' | 'stagenet' | 'fakechain'
export type AddressKind = 'standard' | 'integrated' | 'subaddress'

export type Address = {
  network: Network
  kind: AddressKind
  /** Public spend key, 32 bytes. */
  spendKey: Uint8Array
  /** Public view key, 32 bytes. */
  viewKey: Uint8Array
  /** 16 hex digits; only in integrated addresses. */
  paymentId?: string
}

/** @see monero src/cryptonote_config.h CRYPTONOTE_PUBLIC_ADDRESS_BASE58_PREFIX */
const prefixes: { readonly [N in Network]: { readonly [K in AddressKind]: number } } = {
  mainnet: { standard: 18, integrated: 19, subaddress: 42 },
  testnet: { standard: 53, integrated: 54, subaddress: 63 },
  stagenet: { standard: 24, integrated: 25, subaddress: 36 },
  fakechain: { standard: 18, integrated: 19, subaddress: 42 },
}

/** Networks with different address prefixes, in the order in which monero tries them. */
const detectable = ['mainnet', 'testnet', 'stagenet'] as const
const kinds = ['standard', 'integrated', 'subaddress'] as const

const keySize = 32
const paymentIdSize = 8
const checksumSize = 4

/**
 * Parses an address; `undefined` if it is invalid or of another network.
 *
 * @param network - The network it must belong to; detected from the prefix if left out.
 */
export function parseAddress(text: string, network?: Network): Address | undefined {
  const bytes = decodeBase58(text)
  if (!bytes || bytes.length <= checksumSize) return undefined
  const body = bytes.subarray(0, -checksumSize)
  const sum = bytes.subarray(-checksumSize)
  if (!sameBytes(checksum(body), sum)) return undefined

  // Every prefix is below 128: a varint of one byte.
  const found = readPrefix(body[0]!, network ? [network] : detectable)
  if (!found) return undefined
  const integrated = found.kind === 'integrated'
  if (body.length !== 1 + 2 * keySize + (integrated ? paymentIdSize : 0)) return undefined
  const spendKey = body.slice(1, 1 + keySize)
  const viewKey = body.slice(1 + keySize, 1 + 2 * keySize)
  const paymentId = bytesToHex(body.subarray(1 + 2 * keySize))
  return { ...found, spendKey, viewKey, ...(integrated ? { paymentId } : {}) }
}

function readPrefix(prefix: number, networks: readonly Network[]) {
  for (const network of networks)
    for (const kind of kinds) if (prefixes[network][kind] === prefix) return { network, kind }
  return undefined
}

/**
 * Writes an address.
 *
 * @throws RangeError for a key that is not 32 bytes, or a payment id in the wrong place.
 */
export function formatAddress({ network, kind, spendKey, viewKey, paymentId }: Address): string {
  if (spendKey.length !== keySize || viewKey.length !== keySize)
    throw new RangeError('address: expected keys of 32 bytes')
  if ((kind === 'integrated') !== (paymentId !== undefined))
    throw new RangeError(
      'address: expected a payment id with an integrated address, and only there',
    )
  const id = hexToBytes(paymentId ?? '')
  if (paymentId !== undefined && id.length !== paymentIdSize)
    throw new RangeError('address: expected a payment id of 8 bytes')
  const body = concatBytes(Uint8Array.of(prefixes[network][kind]), spendKey, viewKey, id)
  return encodeBase58(concatBytes(body, checksum(body)))
}

const checksum = (body: Uint8Array) => keccak_256(body).subarray(0, checksumSize)

/**
 * Parses a payment id: 16 hex digits for a short one, as in integrated addresses, or 64 for an obsolete
 * long one. `undefined` for anything else.
 *
 * @returns The digits in lower case.
 * @see monero src/wallet/wallet2.cpp parse_payment_id
 */
export function parsePaymentId(text: string): string | undefined {
  return /^(?:[0-9a-fA-F]{16}|[0-9a-fA-F]{64})$/.test(text) ? text.toLowerCase() : undefined
}
