/**
 * Reads `tx_metadata`, ours and the reference wallet's.
 *
 * @module
 * @see monero src/wallet/wallet2.h pending_tx, tx_construction_data
 */
import { ChainError, Reader } from '#protocol/chain/reader.ts'
import {
  parseTransaction,
  readTransaction,
  type ParsedTransaction,
} from '#protocol/chain/transaction.ts'
import type { Payment } from './payee.ts'

export type PendingTx = {
  tx: ParsedTransaction
  fee: bigint
  change: Payment
  /** Secret transaction key, then the additional ones. */
  txKeys: Uint8Array[]
  /** Without change. */
  payments: Payment[]
}

/** Versions of the form: 0 lacks a last key. */
const newestVersion = 1

/** Undefined for what is no metadata, or that of a multisig wallet. */
export function readPendingTx(bytes: Uint8Array): PendingTx | undefined {
  try {
    const reader = new Reader(bytes.slice())
    const pending = pendingTx(reader)
    reader.end('metadata')
    return pending
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

function pendingTx(reader: Reader): PendingTx {
  const version = reader.smallVarint('version', 32)
  if (version > newestVersion) throw new ChainError('version', `is ${version}`)
  const tx = parseTransaction(readTransaction(reader).blob)
  reader.take(8, 'dust')
  const fee = u64(reader, 'fee')
  flag(reader, 'dust added to fee')
  const change = destination(reader)
  list(reader, 1, 'position', () => reader.varint('position'))
  text(reader, 'key images')
  const main = reader.take(32, 'transaction key')
  const additional = list(reader, 32, 'transaction key', () => reader.take(32, 'transaction key'))
  const payments = list(reader, 68, 'destination', () => destination(reader))
  skipConstruction(reader)
  if (reader.count('multisig signatures', 1) > 0) throw new ChainError('metadata', 'is of multisig')
  if (version >= 1) reader.take(32, 'entropy')
  return { tx, fee, change, txKeys: [main, ...additional], payments }
}

// What it takes to sign it again: checked for its form, and not needed.
function skipConstruction(reader: Reader) {
  list(reader, 1, 'source', () => skipSource(reader))
  destination(reader)
  list(reader, 68, 'destination', () => destination(reader))
  list(reader, 1, 'position', () => reader.varint('position'))
  reader.take(reader.count('extra', 1), 'extra')
  reader.take(8 + 1, 'unlock time and flags')
  reader.varint('proof version')
  reader.varint('proof type')
  reader.varint('Bulletproof version')
  list(reader, 68, 'destination', () => destination(reader))
  reader.u32('account')
  list(reader, 1, 'address', () => reader.varint('address'))
}

function skipSource(reader: Reader) {
  list(reader, 66, 'ring member', () => {
    if (reader.byte('pair') !== 2) throw new ChainError('ring member', 'is no pair')
    reader.varint('ring member')
    return reader.take(64, 'ring member')
  })
  reader.take(8 + 32, 'real output')
  list(reader, 32, 'transaction public key', () => reader.take(32, 'transaction public key'))
  reader.take(8 + 8 + 1 + 32 + 128, 'source')
}

function destination(reader: Reader): Payment {
  return {
    original: text(reader, 'address'),
    amount: reader.varint('amount'),
    spendKey: reader.take(32, 'spend key'),
    viewKey: reader.take(32, 'view key'),
    isSubaddress: flag(reader, 'kind of address'),
    isIntegrated: flag(reader, 'kind of address'),
  }
}

function text(reader: Reader, field: string): string {
  const bytes = reader.take(reader.count(field, 1), field)
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

function flag(reader: Reader, field: string): boolean {
  const byte = reader.byte(field)
  if (byte > 1) throw new ChainError(field, `is ${byte}`)
  return byte === 1
}

function u64(reader: Reader, field: string): bigint {
  const bytes = reader.take(8, field)
  return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true)
}

function list<T>(reader: Reader, size: number, field: string, read: () => T): T[] {
  const count = reader.count(field, size)
  const items: T[] = []
  for (let i = 0; i < count; i++) items.push(read())
  return items
}
