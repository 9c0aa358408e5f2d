/**
 * Multisig info: the partial key images and nonces that the members of a group exchange for their outputs,
 * so that all know the key images and can sign together.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp export_multisig, src/wallet/wallet2.h multisig_info
 */
import { Reader } from '../chain/reader.ts'
import { Writer } from '../chain/writer.ts'
import { readKeys, readList, readWhole, writeList } from './archive.ts'

/** Of a nonce k, and an output with the one-time key P. */
export type NonceCommitment = {
  /** k·G */
  L: Uint8Array
  /** k·Hp(P) */
  R: Uint8Array
}

/** The info of one output. */
export type OutputInfo = {
  /** The member's base key. */
  signer: Uint8Array
  commitments: NonceCommitment[]
  /** Each share of the member times Hp of the output's one-time key. */
  partialKeyImages: Uint8Array[]
}

export type MultisigInfo = {
  /** Public keys of the group. */
  spendPublic: Uint8Array
  viewPublic: Uint8Array
  signer: Uint8Array
  /** In chain order. */
  outputs: OutputInfo[]
}

export function writeMultisigInfo(info: MultisigInfo): Uint8Array {
  const writer = new Writer()
    .key(info.spendPublic, 'spend key')
    .key(info.viewPublic, 'view key')
    .key(info.signer, 'signer')
  writeList(writer, info.outputs, ({ signer, commitments, partialKeyImages }) => {
    writer.key(signer, 'signer')
    writeList(writer, commitments, ({ L, R }) => writer.key(L, 'L').key(R, 'R'))
    writeList(writer, partialKeyImages, (each) => writer.key(each, 'partial key image'))
  })
  return writer.bytes()
}

/** Bytes of the three keys before the outputs. */
const headLength = 96

/** The error: too short for the keys, or malformed outputs after them. */
export type InfoError = 'size' | 'outputs'

export function readMultisigInfo(bytes: Uint8Array): MultisigInfo | InfoError {
  if (bytes.length < headLength) return 'size'
  const reader = new Reader(bytes)
  const [spendPublic, viewPublic, signer] = [0, 1, 2].map(() => reader.take(32, 'key'))
  const outputs = readWhole(reader, 'outputs', readOutputs)
  if (!outputs) return 'outputs'
  return { spendPublic: spendPublic!, viewPublic: viewPublic!, signer: signer!, outputs }
}

const readOutputs = (reader: Reader): OutputInfo[] =>
  readList(reader, 34, 'outputs', () => ({
    signer: reader.take(32, 'signer'),
    commitments: readList(reader, 64, 'commitments', () => ({
      L: reader.take(32, 'L'),
      R: reader.take(32, 'R'),
    })),
    partialKeyImages: readKeys(reader, 'partial key images'),
  }))
