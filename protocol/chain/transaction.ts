/**
 * Transactions: from bytes to values. `write.ts` goes the other way.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_basic.h transaction
 */
import { ChainError, Reader } from './reader.ts'
import { readRingCtBase, readRingCtPrunable, type RingCt } from './ringct.ts'

/** An input: the new coins of a block, or one member of a ring. */
export type TxInput =
  | { kind: 'gen'; height: bigint }
  | {
      kind: 'key'
      /** In piconero; zero for RingCT. */
      amount: bigint
      /** Global output indices of the ring: the first absolute, each later one relative to the one before. */
      keyOffsets: bigint[]
      keyImage: Uint8Array
    }

export type TxOutput = {
  /** In piconero; zero where RingCT hides it. */
  amount: bigint
  /** One-time public key. */
  key: Uint8Array
  /** Absent before version 15 of the rules. */
  viewTag?: number
}

export type TransactionPrefix = {
  version: 1 | 2
  /** A height below 500 000 000, Unix seconds above, 0 for none. */
  unlockTime: bigint
  inputs: TxInput[]
  outputs: TxOutput[]
  /** See `parseExtra`. */
  extra: Uint8Array
}

export type Transaction = TransactionPrefix & {
  /** Version 1: per input a signature of 64 bytes per ring member. Absent in pruned form. */
  signatures?: Uint8Array[][]
  /** Version 2. Absent in the degenerate case of no inputs. */
  ringct?: RingCt
}

/** A parsed transaction with its bytes, so that hashing it needs no serialisation. */
export type ParsedTransaction = Transaction & {
  /** Read without its prunable part. */
  pruned: boolean
  /** The bytes it was read from: the whole transaction, or its pruned form. */
  blob: Uint8Array
  /** Bytes of the prefix, which begin `blob`. */
  prefixSize: number
  /** Bytes of prefix and RingCT base, monero's unprunable size. */
  baseSize: number
}

/**
 * Parses one transaction that fills `bytes`.
 *
 * Keys and proofs in the result are views that keep `bytes` alive: copy those to keep. They are not
 * checked to be points.
 *
 * @param bytes - A whole transaction; with `pruned` its pruned form, or a whole one of which only
 *   the unprunable part is read.
 * @throws ChainError naming the field, for bytes monero's own reader refuses.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp parse_and_validate_tx_from_blob,
 *   parse_and_validate_tx_base_from_blob
 */
export function parseTransaction(
  bytes: Uint8Array,
  { pruned = false }: { pruned?: boolean } = {},
): ParsedTransaction {
  const reader = new Reader(bytes)
  const transaction = readTransaction(reader, pruned)
  if (!pruned) reader.end('transaction')
  return transaction
}

/** Reads the transaction at the reader's offset, as a block holds its miner transaction. */
export function readTransaction(reader: Reader, pruned = false): ParsedTransaction {
  const start = reader.offset
  const prefix = readPrefix(reader)
  const prefixEnd = reader.offset
  if (prefix.version === 1) {
    const signatures = pruned ? {} : { signatures: readSignatures(reader, prefix.inputs) }
    return { ...prefix, ...signatures, ...spans(reader, start, prefixEnd, prefixEnd, pruned) }
  }
  if (prefix.inputs.length === 0)
    return { ...prefix, ...spans(reader, start, prefixEnd, prefixEnd, pruned) }

  const ringct = readRingCtBase(reader, shapeOf(prefix))
  const baseEnd = reader.offset
  if (!pruned && ringct.type !== 0) {
    ringct.prunable = readRingCtPrunable(reader, ringct.type, shapeOf(prefix))
    if (!isCoinbase(prefix)) checkOneProof(ringct)
  }
  return { ...prefix, ringct, ...spans(reader, start, prefixEnd, baseEnd, pruned) }
}

function spans(reader: Reader, start: number, prefixEnd: number, baseEnd: number, pruned: boolean) {
  return {
    pruned,
    blob: reader.bytes.subarray(start, reader.offset),
    prefixSize: prefixEnd - start,
    baseSize: baseEnd - start,
  }
}

/** The counts that RingCT's format takes from the prefix. */
export function shapeOf({ inputs, outputs }: TransactionPrefix) {
  const first = inputs[0]
  const ringSize = first?.kind === 'key' ? first.keyOffsets.length : 1
  return { inputs: inputs.length, outputs: outputs.length, ringSize }
}

/** Whether it is a block's miner transaction. */
export const isCoinbase = ({ inputs }: TransactionPrefix) =>
  inputs.length === 1 && inputs[0]!.kind === 'gen'

/**
 * The fee in piconero; 0 for a coinbase.
 *
 * @throws ChainError for version 1 with outputs above its inputs.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp get_tx_fee
 */
export function transactionFee(tx: Transaction): bigint {
  if (tx.version === 2) return tx.ringct?.fee ?? 0n
  if (isCoinbase(tx)) return 0n
  const spent = tx.inputs.reduce(
    (sum, input) => (input.kind === 'key' ? sum + input.amount : sum),
    0n,
  )
  const fee = tx.outputs.reduce((rest, { amount }) => rest - amount, spent)
  if (fee < 0n) throw new ChainError('fee', `outputs exceed inputs by ${-fee}`)
  return fee
}

/** Reads the prefix, which the inputs' signatures sign. */
export function readPrefix(reader: Reader): TransactionPrefix {
  const version = reader.varint('transaction version')
  if (version !== 1n && version !== 2n)
    throw new ChainError('transaction version', `expected 1 or 2, got ${version}`)
  return {
    version: version === 1n ? 1 : 2,
    unlockTime: reader.varint('unlock time'),
    inputs: readInputs(reader),
    outputs: readOutputs(reader),
    extra: reader.take(reader.count('extra', 1), 'extra'),
  }
}

function readInputs(reader: Reader): TxInput[] {
  const count = reader.count('inputs', 2)
  const inputs: TxInput[] = []
  for (let i = 0; i < count; i++) inputs.push(readInput(reader))
  return inputs
}

// Script kinds (0 and 1) have never been allowed on the chain.
function readInput(reader: Reader): TxInput {
  const tag = reader.byte('input kind')
  if (tag === 0xff) return { kind: 'gen', height: reader.varint('coinbase height') }
  if (tag !== 2) throw new ChainError('input kind', `expected 2 or 255, got ${tag}`)

  const amount = reader.varint('input amount')
  const count = reader.count('ring', 1)
  const keyOffsets = new Array<bigint>(count)
  for (let i = 0; i < count; i++) keyOffsets[i] = reader.varint('ring member')
  return { kind: 'key', amount, keyOffsets, keyImage: reader.take(32, 'key image') }
}

function readOutputs(reader: Reader): TxOutput[] {
  const count = reader.count('outputs', 34)
  const outputs: TxOutput[] = []
  for (let i = 0; i < count; i++) outputs.push(readOutput(reader))
  return outputs
}

function readOutput(reader: Reader): TxOutput {
  const amount = reader.varint('output amount')
  const tag = reader.byte('output kind')
  if (tag !== 2 && tag !== 3) throw new ChainError('output kind', `expected 2 or 3, got ${tag}`)
  const key = reader.take(32, 'output key')
  return tag === 2 ? { amount, key } : { amount, key, viewTag: reader.byte('view tag') }
}

function readSignatures(reader: Reader, inputs: TxInput[]): Uint8Array[][] {
  return inputs.map((input) => {
    const signatures: Uint8Array[] = []
    const count = input.kind === 'key' ? input.keyOffsets.length : 0
    for (let i = 0; i < count; i++) signatures.push(reader.take(64, 'ring signature'))
    return signatures
  })
}

// The format allows several proofs, the rules allow one.
// @see monero src/cryptonote_basic/cryptonote_format_utils.cpp expand_transaction_1
function checkOneProof({ type, prunable }: RingCt) {
  if (type < 3 || !prunable) return
  const count = prunable.bulletproofs.length + prunable.bulletproofsPlus.length
  if (count !== 1) throw new ChainError('Bulletproofs', `expected 1, got ${count}`)
}
