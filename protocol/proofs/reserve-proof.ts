/**
 * The text of a reserve proof: `ReserveProofV2`, then in Base58 the outputs and the spend keys that they
 * were paid to.
 *
 * @module
 * @see monero src/wallet/wallet2.cpp get_reserve_proof, check_reserve_proof; wallet2.h reserve_proof_entry
 */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { decodeBase58, encodeBase58 } from '../base58.ts'
import { ChainError, Reader } from '../chain/reader.ts'
import { Writer } from '../chain/writer.ts'
import { badProof, byteText } from './pieces.ts'

export type ReserveProof = {
  /** Version of the shared secret proofs; see `TxProof`. */
  version: 1 | 2
  outputs: ReserveOutput[]
  /** Signatures by spend key in hex. */
  spendKeys: Map<string, Uint8Array>
}

/** An output of the reserve. Keys are 32 bytes, signatures 64. */
export type ReserveOutput = {
  txid: Uint8Array
  indexInTx: bigint
  /** a·R, not multiplied by 8. */
  sharedSecret: Uint8Array
  keyImage: Uint8Array
  /** Proves that the secret is shared with the address's view key. */
  sharedSecretSignature: Uint8Array
  /** Proves the key image of the output. */
  keyImageSignature: Uint8Array
}

const headers = { 1: 'ReserveProofV1', 2: 'ReserveProofV2' } as const
const headerLength = 14

/** Minimum bytes of an output. */
const leastOutput = 1 + 32 + 1 + 32 + 32 + 64 + 64
/** Bytes of a spend key: length of the pair, key, signature. */
const spendKeySize = 1 + 32 + 64

export function writeReserveProof({ version, outputs, spendKeys }: ReserveProof): string {
  const writer = new Writer().varint(outputs.length)
  for (const output of outputs) {
    writer.varint(0).key(output.txid, 'transaction id').varint(output.indexInTx)
    writer.key(output.sharedSecret, 'shared secret').key(output.keyImage, 'key image')
    writer.fixed(output.sharedSecretSignature, 64, 'signature')
    writer.fixed(output.keyImageSignature, 64, 'signature')
  }
  writer.varint(spendKeys.size)
  for (const [key, signature] of spendKeys)
    writer.varint(2).key(hexToBytes(key), 'spend key').fixed(signature, 64, 'signature')
  return headers[version] + encodeBase58(writer.bytes())
}

/** @throws {RpcError} UNKNOWN_ERROR with the reference's text. */
export function readReserveProof(given: string): ReserveProof {
  const version = ([1, 2] as const).find((each) => given.startsWith(headers[each]))
  if (!version) throw badProof('Signature header check error')
  const bytes = decodeBase58(byteText(given.slice(headerLength)))
  if (!bytes) throw badProof('Signature decoding error')
  try {
    return { version, ...readBody(new Reader(bytes)) }
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    throw badProof('Failed to parse reserve proof signature data')
  }
}

function readBody(reader: Reader): Omit<ReserveProof, 'version'> {
  const outputs: ReserveOutput[] = []
  for (let left = reader.count('outputs', leastOutput); left > 0; left--)
    outputs.push(readOutput(reader))
  const spendKeys = new Map<string, Uint8Array>()
  for (let left = reader.count('spend keys', spendKeySize); left > 0; left--) {
    if (reader.byte('pair') !== 2) throw new ChainError('spend key', 'expected a pair')
    const key = bytesToHex(reader.take(32, 'spend key'))
    const signature = reader.take(64, 'signature')
    // Of a duplicate key the first counts.
    if (!spendKeys.has(key)) spendKeys.set(key, signature)
  }
  reader.end('reserve proof')
  return { outputs, spendKeys }
}

// The version of an entry is ignored.
function readOutput(reader: Reader): ReserveOutput {
  reader.smallVarint('version', 32)
  return {
    txid: reader.take(32, 'transaction id'),
    indexInTx: reader.varint('index'),
    sharedSecret: reader.take(32, 'shared secret'),
    keyImage: reader.take(32, 'key image'),
    sharedSecretSignature: reader.take(64, 'signature'),
    keyImageSignature: reader.take(64, 'signature'),
  }
}
