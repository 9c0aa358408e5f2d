/**
 * A signed transaction with the data to relay and record it: `tx_metadata`, and the items of a signed
 * set.
 *
 * @module
 * @see monero src/wallet/wallet2.h pending_tx
 */
import { ChainError, Reader } from '../chain/reader.ts'
import { parseTransaction, readTransaction, type ParsedTransaction } from '../chain/transaction.ts'
import { Writer } from '../chain/writer.ts'
import {
  readFlag,
  readKeys,
  readList,
  readText,
  readWhole,
  writeList,
  writeText,
} from './archive.ts'
import {
  minRecipientSize,
  readConstruction,
  readRecipient,
  writeConstruction,
  writeRecipient,
  type Construction,
  type RecipientAmount,
} from './construction.ts'

export type PendingTx = {
  tx: ParsedTransaction
  /** In piconero. */
  fee: bigint
  change: RecipientAmount
  /** Human-readable, as the reference writes them. */
  keyImages: string
  /** Secret transaction key, then the additional ones. */
  txKeys: Uint8Array[]
  /** Without change. */
  payments: RecipientAmount[]
  construction: Construction
}

/** Newest version; version 0 lacks a last key. */
const newestVersion = 1

/** `tx_metadata`. */
export function writeMetadata(pending: PendingTx): Uint8Array {
  const writer = new Writer()
  writePendingTx(writer, pending)
  return writer.bytes()
}

/** Undefined for malformed metadata, or that of a multisig wallet. Copies from `bytes`. */
export const readMetadata = (bytes: Uint8Array): PendingTx | undefined =>
  readWhole(new Reader(bytes.slice()), 'metadata', readPendingTx)

export function writePendingTx(writer: Writer, pending: PendingTx): void {
  writeMade(writer, pending)
  // No multisig signatures and no entropy.
  writer.varint(0).key(new Uint8Array(32), 'entropy')
}

/** All fields except those of multisig. */
export function writeMade(writer: Writer, pending: PendingTx): void {
  const { tx, fee, change, construction } = pending
  const [main, ...additional] = pending.txKeys
  writer.varint(newestVersion).raw(tx.blob)
  writer.u64(0n).u64(fee).byte(0) // no dust
  writeRecipient(writer, change)
  writeList(writer, construction.positions, (each) => writer.varint(each))
  writeText(writer, pending.keyImages)
  writer.key(main!, 'transaction key')
  writeList(writer, additional, (key) => writer.key(key, 'transaction key'))
  writeList(writer, pending.payments, (each) => writeRecipient(writer, each))
  writeConstruction(writer, construction)
}

/** @throws ChainError for malformed bytes, or those of a multisig wallet. */
export function readPendingTx(reader: Reader): PendingTx {
  const { version, pending } = readMade(reader)
  if (reader.count('multisig signatures', 1) > 0)
    throw new ChainError('multisig signatures', 'expected none')
  if (version >= 1) reader.take(32, 'entropy')
  return pending
}

/** The fields of {@link writeMade}, and the version that decides the rest. @throws ChainError */
export function readMade(reader: Reader): { version: number; pending: PendingTx } {
  const version = reader.smallVarint('version', 32)
  if (version > newestVersion) throw new ChainError('version', `is ${version}`)
  const tx = parseTransaction(readTransaction(reader).blob)
  reader.u64('dust')
  const fee = reader.u64('fee')
  readFlag(reader, 'dust added to fee')
  const change = readRecipient(reader)
  readList(reader, 1, 'position', () => reader.varint('position'))
  const keyImages = readText(reader, 'key images')
  const main = reader.take(32, 'transaction key')
  const txKeys = [main, ...readKeys(reader, 'transaction key')]
  const payments = readList(reader, minRecipientSize, 'destination', () => readRecipient(reader))
  const construction = readConstruction(reader)
  return { version, pending: { tx, fee, change, keyImages, txKeys, payments, construction } }
}
