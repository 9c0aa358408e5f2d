/**
 * The data that a transaction is built from: spent outputs, their rings, and recipients.
 *
 * @module
 * @see monero src/wallet/wallet2.h tx_construction_data
 * @see monero src/cryptonote_core/cryptonote_tx_utils.h tx_source_entry, tx_destination_entry
 */
import { ChainError, type Reader } from '../chain/reader.ts'
import type { Writer } from '../chain/writer.ts'
import {
  expectLength,
  readFlag,
  readKeys,
  readList,
  readText,
  writeList,
  writeText,
} from './archive.ts'

/** An address as outputs are made for it. */
export type Recipient = {
  spendKey: Uint8Array
  viewKey: Uint8Array
  isSubaddress: boolean
  isIntegrated: boolean
  /** The address as the caller wrote it; may be empty, as for our own change. */
  original: string
}

/** A recipient and its amount, in piconero. */
export type RecipientAmount = Recipient & { amount: bigint }

type IndexedRingMember = { globalIndex: number; key: Uint8Array; commitment: Uint8Array }

/** An output to spend, in its ring. */
export type SourceEntry = {
  ring: IndexedRingMember[]
  /** Index of the real output in the ring. */
  realIndex: number
  /** Public key of its transaction, and the additional ones of its outputs, if any. */
  txPublicKey: Uint8Array
  additionalKeys: Uint8Array[]
  /** Index in its transaction. */
  indexInTx: number
  /** In piconero. */
  amount: bigint
  ringct: boolean
  mask: Uint8Array
  /** Multisig only: no member can compute it alone. */
  keyImage?: Uint8Array
}

export type Construction = {
  sources: SourceEntry[]
  /** The change output. */
  change: RecipientAmount
  /** All outputs, change too. */
  outputs: RecipientAmount[]
  /** Indices of the sources among all outputs of the wallet. */
  positions: bigint[]
  /** A payment id in it is unencrypted until the transaction is built. */
  extra: Uint8Array
  unlockTime: bigint
  ringct: boolean
  viewTags: boolean
  /** Type of the range proofs, and their version. */
  proof: { type: number; version: number }
  /** Recipients without change. */
  payments: RecipientAmount[]
  /** Account and subaddresses of the spent outputs. */
  account: number
  addresses: number[]
}

/** monero rct::RangeProofPaddedBulletproof, and Bulletproof+ as `RCTConfig` counts versions. */
export const bulletproofPlus = { type: 3, version: 4 } as const

/** The value for a version 1 transaction, which has no proofs. monero rct::RangeProofBorromean */
export const borromean = { type: 0, version: 0 } as const

const flags = { ringct: 1, viewTags: 2 } as const

const zeroKey = new Uint8Array(32)

/** The empty change output. */
export const noRecipient: RecipientAmount = {
  original: '',
  amount: 0n,
  spendKey: zeroKey,
  viewKey: zeroKey,
  isSubaddress: false,
  isIntegrated: false,
}

/** Minimum bytes of a construction and of a destination. */
export const minConstructionSize = 90
export const minRecipientSize = 68

export function writeConstruction(writer: Writer, construction: Construction): void {
  const { sources, change, outputs, positions, extra, unlockTime, proof } = construction
  writeList(writer, sources, (each) => writeSource(writer, each))
  writeRecipient(writer, change)
  writeList(writer, outputs, (each) => writeRecipient(writer, each))
  writeList(writer, positions, (each) => writer.varint(each))
  writer.varint(extra.length).raw(extra).u64(unlockTime)
  writer.byte(
    (construction.ringct ? flags.ringct : 0) | (construction.viewTags ? flags.viewTags : 0),
  )
  writer.varint(0).varint(proof.type).varint(proof.version)
  writeList(writer, construction.payments, (each) => writeRecipient(writer, each))
  writer.u32(construction.account)
  writeList(writer, construction.addresses, (address) => writer.varint(address))
}

/** @throws ChainError for malformed bytes. */
export function readConstruction(reader: Reader): Construction {
  const sources = readList(reader, 200, 'source', () => readSource(reader))
  const change = readRecipient(reader)
  const outputs = readList(reader, minRecipientSize, 'destination', () => readRecipient(reader))
  const positions = readList(reader, 1, 'position', () => reader.varint('position'))
  const extra = reader.take(reader.count('extra', 1), 'extra')
  const unlockTime = reader.u64('unlock time')
  const flag = reader.byte('flags')
  reader.varint('proof')
  return {
    sources,
    change,
    outputs,
    positions,
    extra,
    unlockTime,
    ringct: (flag & flags.ringct) !== 0,
    viewTags: (flag & flags.viewTags) !== 0,
    proof: {
      type: reader.smallVarint('proof type', 32),
      version: reader.smallVarint('proof version', 32),
    },
    payments: readList(reader, minRecipientSize, 'destination', () => readRecipient(reader)),
    account: reader.u32('account'),
    addresses: readList(reader, 1, 'address', () => reader.smallVarint('address', 32)),
  }
}

function writeSource(writer: Writer, source: SourceEntry) {
  writeList(writer, source.ring, ({ globalIndex, key, commitment }) =>
    // A pair is written with its length.
    writer.varint(2).varint(globalIndex).key(key, 'key').key(commitment, 'commitment'),
  )
  writer.u64(BigInt(source.realIndex)).key(source.txPublicKey, 'transaction public key')
  writeList(writer, source.additionalKeys, (key) => writer.key(key, 'transaction public key'))
  writer.u64(BigInt(source.indexInTx)).u64(source.amount)
  writer.byte(Number(source.ringct)).key(source.mask, 'mask')
  // Fields of an obsolete nonce and its commitments.
  for (let i = 0; i < 3; i++) writer.key(zeroKey, 'multisig')
  writer.key(source.keyImage ?? zeroKey, 'key image')
}

function readSource(reader: Reader): SourceEntry {
  const ring = readList(reader, 66, 'ring member', () => {
    expectLength(reader, 2, 'ring member')
    return {
      globalIndex: reader.smallVarint('ring member', 49),
      key: reader.take(32, 'ring member'),
      commitment: reader.take(32, 'ring member'),
    }
  })
  const realIndex = smallU64(reader, 'real output')
  if (realIndex >= ring.length)
    throw new ChainError('real output', 'expected an index within the ring')
  const source = {
    ring,
    realIndex,
    txPublicKey: reader.take(32, 'transaction public key'),
    additionalKeys: readKeys(reader, 'transaction public key'),
    indexInTx: smallU64(reader, 'index of an output'),
    amount: reader.u64('amount'),
    ringct: readFlag(reader, 'kind of output'),
    mask: reader.take(32, 'mask'),
  }
  reader.take(96, 'multisig')
  const keyImage = reader.take(32, 'key image')
  return keyImage.some((byte) => byte !== 0) ? { ...source, keyImage } : source
}

export function writeRecipient(writer: Writer, paid: RecipientAmount): void {
  writeText(writer, paid.original)
  writer.varint(paid.amount).key(paid.spendKey, 'spend key').key(paid.viewKey, 'view key')
  writer.byte(Number(paid.isSubaddress)).byte(Number(paid.isIntegrated))
}

export const readRecipient = (reader: Reader): RecipientAmount => ({
  original: readText(reader, 'address'),
  amount: reader.varint('amount'),
  spendKey: reader.take(32, 'spend key'),
  viewKey: reader.take(32, 'view key'),
  isSubaddress: readFlag(reader, 'kind of address'),
  isIntegrated: readFlag(reader, 'kind of address'),
})

/** Eight bytes of a number below 2^32. */
function smallU64(reader: Reader, field: string): number {
  const value = reader.u64(field)
  if (value > 0xffff_ffffn) throw new ChainError(field, `expected a u32, got ${value}`)
  return Number(value)
}
