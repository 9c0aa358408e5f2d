/**
 * Unsigned and signed transaction sets, exchanged by a view-only wallet and the wallet that signs.
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
  /** Outputs whose key images the view-only wallet lacks. */
  outputs: ExportedOutputs
}

export type SignedSet = {
  pending: PendingTx[]
  /** Key images of all outputs of the signing wallet, in order. */
  keyImages: Uint8Array[]
  /** Key images of the outputs that these transactions pay to the wallet. */
  ownOutputs: { key: Uint8Array; keyImage: Uint8Array }[]
}

/** The version that 0.18.0 and later wallets read. */
const oldestUnsigned = 0
const newestUnsigned = 2

export function writeUnsignedSet({ constructions, outputs }: UnsignedSet): Uint8Array {
  const writer = new Writer().varint(oldestUnsigned)
  writeList(writer, constructions, (each) => writeConstruction(writer, each))
  writeDetails(writer, outputs)
  return writer.bytes()
}

/** Undefined if malformed, or of a multisig wallet. */
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

/** Undefined if malformed, or of a multisig wallet. */
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
