/**
 * Transactions: from values to bytes.
 *
 * RingCT is written as type 6, and as type 0 for a coinbase; earlier types are only read.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_basic.h transaction
 */
import { ChainError } from './reader.ts'
import type { BulletproofPlus, RingCt, Shape } from './ringct.ts'
import { shapeOf, type Transaction, type TransactionPrefix, type TxOutput } from './transaction.ts'
import { Writer } from './writer.ts'

/**
 * The whole transaction, or its pruned form when it has no prunable part.
 *
 * @throws ChainError for a RingCT type other than 0 and 6, or lists that do not match.
 */
export function writeTransaction(tx: Transaction): Uint8Array {
  const writer = new Writer().raw(writePrefix(tx))
  if (tx.version === 1) {
    for (const signature of tx.signatures?.flat() ?? []) writer.fixed(signature, 64, 'signature')
    return writer.bytes()
  }
  if (!tx.ringct) return writer.bytes()
  const shape = shapeOf(tx)
  writer.raw(writeRingCtBase(tx.ringct, shape))
  if (tx.ringct.prunable) writer.raw(writeRingCtPrunable(tx.ringct, shape))
  return writer.bytes()
}

/** The bytes that `prefixHash` hashes and every signature signs. */
export function writePrefix(tx: TransactionPrefix): Uint8Array {
  const writer = new Writer().varint(tx.version).varint(tx.unlockTime).varint(tx.inputs.length)
  for (const input of tx.inputs) {
    if (input.kind === 'gen') {
      writer.byte(0xff).varint(input.height)
      continue
    }
    writer.byte(2).varint(input.amount).varint(input.keyOffsets.length)
    for (const offset of input.keyOffsets) writer.varint(offset)
    writer.key(input.keyImage, 'key image')
  }
  writer.varint(tx.outputs.length)
  for (const output of tx.outputs) writeOutput(writer, output)
  return writer.varint(tx.extra.length).raw(tx.extra).bytes()
}

function writeOutput(writer: Writer, { amount, key, viewTag }: TxOutput) {
  writer.varint(amount)
  if (viewTag === undefined) writer.byte(2).key(key, 'output key')
  else writer.byte(3).key(key, 'output key').byte(viewTag)
}

/** The part of RingCT that is never pruned. */
export function writeRingCtBase(ringct: RingCt, { outputs }: Shape): Uint8Array {
  const writer = new Writer().byte(written(ringct))
  if (ringct.type === 0) return writer.bytes()
  writer.varint(ringct.fee)
  if (ringct.ecdh.length !== outputs)
    throw new ChainError('hidden amounts', `expected ${outputs}, got ${ringct.ecdh.length}`)
  for (const { amount } of ringct.ecdh) writer.fixed(amount, 8, 'hidden amount')
  return writer.keys(ringct.outputCommitments, outputs, 'output commitment').bytes()
}

/** Range proof, signatures and pseudo outputs; empty for type 0. */
function writeRingCtPrunable(ringct: RingCt, shape: Shape): Uint8Array {
  const writer = new Writer()
  if (written(ringct) === 0) return writer.bytes()
  const { prunable } = ringct
  if (!prunable) throw new ChainError('RingCT', 'is pruned')
  const { bulletproofsPlus, clsags } = prunable
  if (clsags.length !== shape.inputs)
    throw new ChainError('CLSAGs', `expected ${shape.inputs}, got ${clsags.length}`)

  writer.varint(bulletproofsPlus.length)
  for (const proof of bulletproofsPlus) writeBulletproofPlus(writer, proof)
  for (const { s, c1, D } of clsags)
    writer.keys(s, shape.ringSize, 'CLSAG s').key(c1, 'CLSAG c1').key(D, 'CLSAG D')
  return writer.keys(prunable.pseudoOutputs, shape.inputs, 'pseudo output').bytes()
}

function writeBulletproofPlus(writer: Writer, { A, A1, B, r1, s1, d1, L, R }: BulletproofPlus) {
  writer.keys([A, A1, B, r1, s1, d1], 6, 'Bulletproof+')
  writer.varint(L.length).keys(L, L.length, 'Bulletproof+ L')
  writer.varint(R.length).keys(R, L.length, 'Bulletproof+ R')
}

function written({ type }: RingCt) {
  if (type === 0 || type === 6) return type
  throw new ChainError('RingCT type', `expected 0 or 6, got ${type}`)
}
