/**
 * Sets of transactions on their way from a wallet that can only view to the one that signs, and back.
 *
 * @module
 * @see monero src/wallet/wallet2.h unsigned_tx_set, signed_tx_set
 */
import { ChainError, Reader } from '../chain/reader.ts'
import { Writer } from '../chain/writer.ts'
import { expectLength, readKeys, readList, readWhole, writeList } from './archive.ts'
import {
  minConstructionSize,
  readConstruction,
  writeConstruction,
  type Construction,
} from './construction.ts'
import { readDetails, readExportedOutputs, writeDetails, type ExportedOutputs } from './outputs.ts'
import { readPendingTx, writePendingTx, type PendingTx } from './pending-tx.ts'

export type UnsignedSet = {
  constructions: Construction[]
  /** Those whose key images the asking wallet does not have. */
  outputs: ExportedOutputs
}

export type SignedSet = {
  pending: PendingTx[]
  /** Of all outputs of the signing wallet, in their order. */
  keyImages: Uint8Array[]
  /** Of outputs that these transactions make for the wallet. */
  ownOutputs: { key: Uint8Array; keyImage: Uint8Array }[]
}

/** The version that wallets of 0.18.0 and later ones read alike. */
const oldestUnsigned = 0
const newestUnsigned = 2

export function writeUnsignedSet({ constructions, outputs }: UnsignedSet): Uint8Array {
  const writer = new Writer().varint(oldestUnsigned)
  writeList(writer, constructions, (each) => writeConstruction(writer, each))
  writeDetails(writer, outputs)
  return writer.bytes()
}

/** Undefined when it is none, or one of a multisig wallet. */
export const readUnsignedSet = (bytes: Uint8Array): UnsignedSet | undefined =>
  readWhole(new Reader(bytes), 'set', (reader) => {
    const version = reader.smallVarint('version', 32)
    if (version > newestUnsigned) throw new ChainError('version', `is ${version}`)
    const constructions = readList(reader, minConstructionSize, 'transaction', () =>
      readConstruction(reader),
    )
    return {
      constructions,
      outputs: version === 0 ? readDetails(reader) : readExportedOutputs(reader),
    }
  })

export function writeSignedSet({ pending, keyImages, ownOutputs }: SignedSet): Uint8Array {
  const writer = new Writer().varint(0)
  writeList(writer, pending, (each) => writePendingTx(writer, each))
  writeList(writer, keyImages, (each) => writer.key(each, 'key image'))
  writeList(writer, ownOutputs, ({ key, keyImage }) =>
    writer.varint(2).key(key, 'output key').key(keyImage, 'key image'),
  )
  return writer.bytes()
}

/** Undefined when it is none, or one of a multisig wallet. */
export const readSignedSet = (bytes: Uint8Array): SignedSet | undefined =>
  readWhole(new Reader(bytes), 'set', (reader) => {
    const version = reader.smallVarint('version', 32)
    if (version > 0) throw new ChainError('version', `is ${version}`)
    return {
      pending: readList(reader, minConstructionSize, 'transaction', () => readPendingTx(reader)),
      keyImages: readKeys(reader, 'key image'),
      ownOutputs: readList(reader, 65, 'output', () => {
        expectLength(reader, 2, 'output')
        return { key: reader.take(32, 'output key'), keyImage: reader.take(32, 'key image') }
      }),
    }
  })
