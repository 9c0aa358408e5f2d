/**
 * Outputs as a view-only wallet exports them to the wallet that can spend.
 *
 * Two forms are incompatible. 0.18.0.0 writes a pair; 0.18.5 writes a triple, which adds the number of
 * outputs and each output's subaddress. Given the other form, the reference imports nothing, without an
 * error. Unsigned sets may hold a third, older form, {@link writeDetails}, which both read.
 *
 * @module
 * @see monero src/wallet/wallet2.h exported_transfer_details, transfer_details
 */
import { additionalKeys, parseExtra, publicKeys, writeExtra } from '../chain/extra.ts'
import { ChainError, Reader } from '../chain/reader.ts'
import { readPrefix, type TxOutput } from '../chain/transaction.ts'
import { writePrefix } from '../chain/write.ts'
import type { Writer } from '../chain/writer.ts'
import { expectLength, readFlag, readKeys, readList, readWhole, writeList } from './archive.ts'

export type ExportedOutput = {
  /** One-time public key. */
  key: Uint8Array
  /** Index in its transaction. */
  indexInTx: number
  globalIndex: bigint
  /** Public key of its transaction, and the additional ones of its outputs, if any. */
  txPublicKey: Uint8Array
  additionalKeys: Uint8Array[]
  /** In piconero. */
  amount: bigint
  spent: boolean
  frozen: boolean
  ringct: boolean
  keyImageKnown: boolean
  /** The key image is requested. */
  requested: boolean
  /** The subaddress that received it; absent in the pair. */
  subaddress: { account: number; address: number } | undefined
}

export type ExportedOutputs = {
  /** Index of the first among all outputs of the wallet. */
  offset: number
  /** Number of outputs of the wallet; undefined in the pair. */
  total: number | undefined
  outputs: ExportedOutput[]
}

/** `pair` as 0.18.0.0 reads and writes, `triple` as later ones do. */
export type OutputsForm = 'pair' | 'triple'

/** Output indices from here on are refused, as in the reference. */
const tooHighIndex = 65_536

const bits = { spent: 1, frozen: 2, ringct: 4, keyImageKnown: 8, requested: 16 } as const

/** Minimum bytes of an output. */
const minOutputSize = 70

export function writeOutputs(writer: Writer, exported: ExportedOutputs, form: OutputsForm): void {
  const { offset, outputs, total = offset + outputs.length } = exported
  if (form === 'pair') writer.varint(2).varint(offset)
  else writer.varint(3).varint(offset).varint(total)
  writeList(writer, outputs, (output) => writeOutput(writer, output, form))
}

function writeOutput(writer: Writer, output: ExportedOutput, form: OutputsForm) {
  writer.varint(form === 'pair' ? 0 : 1).key(output.key, 'output key')
  writer.varint(output.indexInTx).varint(output.globalIndex)
  writer.key(output.txPublicKey, 'transaction public key')
  let flags = 0
  for (const [name, bit] of Object.entries(bits) as [keyof typeof bits, number][])
    if (output[name]) flags |= bit
  writer.byte(flags).varint(output.amount)
  writeList(writer, output.additionalKeys, (key) => writer.key(key, 'transaction public key'))
  if (form === 'pair') return
  const { account, address } = output.subaddress ?? { account: 0, address: 0 }
  writer.varint(account).varint(address)
}

/** Of any form. @returns Undefined for malformed bytes. */
export const readOutputs = (bytes: Uint8Array): ExportedOutputs | undefined =>
  readWhole(new Reader(bytes), 'outputs', readExportedOutputs) ??
  readWhole(new Reader(bytes), 'outputs', readDetails)

/** A pair or a triple. @throws ChainError for anything else. */
export function readExportedOutputs(reader: Reader): ExportedOutputs {
  const { form, offset, total } = readHead(reader)
  const outputs = readList(reader, minOutputSize, 'output', () => readOutput(reader, form))
  return { offset, total, outputs }
}

function readHead(reader: Reader): { form: OutputsForm; offset: number; total?: number } {
  const length = reader.byte('outputs')
  if (length !== 2 && length !== 3)
    throw new ChainError('outputs', `expected a list of 2 or 3, got ${length}`)
  const offset = reader.smallVarint('offset', 32)
  if (length === 2) return { form: 'pair', offset }
  return { form: 'triple', offset, total: reader.smallVarint('number of outputs', 32) }
}

function readOutput(reader: Reader, form: OutputsForm): ExportedOutput {
  const version = reader.smallVarint('version of an output', 32)
  const key = reader.take(32, 'output key')
  const indexInTx = indexOf(reader.varint('index of an output'))
  const globalIndex = reader.varint('global index')
  const txPublicKey = reader.take(32, 'transaction public key')
  const flags = reader.byte('flags')
  const flagged = (bit: number) => (flags & bit) !== 0
  const amount = reader.varint('amount')
  const additional = readKeys(reader, 'transaction public key')
  if (form === 'triple' && version < 1)
    throw new ChainError('version of an output', 'expected at least 1')
  const subaddress =
    form === 'triple'
      ? { account: reader.smallVarint('account', 32), address: reader.smallVarint('address', 32) }
      : undefined
  return {
    key,
    indexInTx,
    globalIndex,
    txPublicKey,
    additionalKeys: additional,
    amount,
    subaddress,
    spent: flagged(bits.spent),
    frozen: flagged(bits.frozen),
    ringct: flagged(bits.ringct),
    keyImageKnown: flagged(bits.keyImageKnown),
    requested: flagged(bits.requested),
  }
}

function indexOf(index: bigint): number {
  if (index >= tooHighIndex)
    throw new ChainError('index of an output', 'internal output index seems outrageously high')
  return Number(index)
}

const blank = new Uint8Array(32)

/**
 * The older form: each output with a transaction that holds only the parts that its key derives from.
 */
export function writeDetails(writer: Writer, { offset, outputs }: ExportedOutputs): void {
  writer.varint(2).varint(offset)
  writeList(writer, outputs, (output) => {
    const { key, indexInTx, amount, txPublicKey } = output
    const before: TxOutput[] = Array.from({ length: indexInTx }, () => ({ amount: 0n, key: blank }))
    const extra = writeExtra([
      { kind: 'publicKey', key: txPublicKey },
      ...(output.additionalKeys.length > 0
        ? [{ kind: 'additionalKeys', keys: output.additionalKeys } as const]
        : []),
    ])
    const prefix = { version: 2, unlockTime: 0n, inputs: [], extra } as const
    writer
      .u64(0n)
      .raw(writePrefix({ ...prefix, outputs: [...before, { amount, key }], inputs: [] }))
    writer.key(blank, 'transaction id').u64(BigInt(indexInTx)).u64(output.globalIndex)
    writer.byte(Number(output.spent)).byte(Number(output.frozen)).u64(0n)
    writer.key(blank, 'key image').key(blank, 'mask').u64(amount)
    writer.byte(Number(output.ringct)).byte(0).byte(Number(output.requested)).u64(0n)
    const { account, address } = output.subaddress ?? { account: 0, address: 0 }
    // No multisig data, and no uses.
    writer.u32(account).u32(address).byte(0).varint(0).varint(0).varint(0)
  })
}

/** What {@link writeDetails} writes. @throws ChainError for anything else, and for multisig. */
export function readDetails(reader: Reader): ExportedOutputs {
  const { offset, total } = readHead(reader)
  const outputs = readList(reader, 200, 'output', () => readDetail(reader))
  return { offset, total, outputs }
}

function readDetail(reader: Reader): ExportedOutput {
  reader.u64('height')
  const prefix = readPrefix(reader)
  reader.take(32, 'transaction id')
  const indexInTx = indexOf(reader.u64('index of an output'))
  const globalIndex = reader.u64('global index')
  const spent = readFlag(reader, 'spent')
  const frozen = readFlag(reader, 'frozen')
  reader.take(8 + 32 + 32, 'height of its spend, key image, mask')
  const amount = reader.u64('amount')
  const ringct = readFlag(reader, 'kind of output')
  const keyImageKnown = readFlag(reader, 'key image known')
  const requested = readFlag(reader, 'key image asked for')
  const keyIndex = reader.u64('public key')
  const subaddress = { account: reader.u32('account'), address: reader.u32('address') }
  readFlag(reader, 'multisig')
  if (reader.count('multisig', 1) + reader.count('multisig', 1) > 0)
    throw new ChainError('multisig', 'expected an output without multisig data')
  readList(reader, 34, 'use', () => {
    expectLength(reader, 2, 'use')
    reader.varint('use')
    reader.take(32, 'use')
  })
  const { fields } = parseExtra(prefix.extra)
  const output = prefix.outputs[indexInTx]
  const txPublicKey = publicKeys(fields)[Number(keyIndex)]
  if (!output || !txPublicKey)
    throw new ChainError('output', 'expected an output key and a transaction key')
  return {
    key: output.key,
    indexInTx,
    globalIndex,
    txPublicKey,
    amount,
    spent,
    frozen,
    ringct,
    keyImageKnown,
    requested,
    subaddress,
    additionalKeys: additionalKeys(fields),
  }
}
