/**
 * Blocks: header, miner transaction, ids of the rest; and the id of the block itself.
 *
 * @module
 * @see monero src/cryptonote_basic/cryptonote_basic.h block
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { oneByOne, transactionId, type Keccak, type KeccakParts } from './hashes.ts'
import { ChainError, Reader } from './reader.ts'
import { readTransaction, type ParsedTransaction } from './transaction.ts'
import { treeHash } from './tree.ts'
import { varint } from './varint.ts'
import { Writer } from './writer.ts'

export type BlockHeader = {
  /** Version of the consensus rules that the block follows. */
  majorVersion: number
  /** Version of the rules that its miner votes for. */
  minorVersion: number
  /** Unix seconds. */
  timestamp: bigint
  /** Id of the block before. */
  prevId: Uint8Array
  /** u32. */
  nonce: number
}

export type Block = BlockHeader & {
  minerTx: ParsedTransaction
  /** Ids of the other transactions, 32 bytes each. */
  txHashes: Uint8Array[]
}

export type ParsedBlock = Block & { blob: Uint8Array }

/** monero CRYPTONOTE_MAX_TX_PER_BLOCK */
const maxTransactions = 0x1000_0000

/**
 * Parses a block that fills `bytes`. Keys and hashes in the result are views of them.
 *
 * @throws ChainError naming the field.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp parse_and_validate_block_from_blob
 */
export function parseBlock(bytes: Uint8Array): ParsedBlock {
  const reader = new Reader(bytes)
  const block = readBlock(reader)
  reader.end('block')
  return { ...block, blob: bytes }
}

/** Reads a block; more bytes may follow it. @throws ChainError as {@link parseBlock} does. */
export function readBlock(reader: Reader): Block {
  const header = readBlockHeader(reader)
  const minerTx = readTransaction(reader)
  const count = reader.count('transaction ids', 32)
  if (count > maxTransactions)
    throw new ChainError('transaction ids', `${count} of at most ${maxTransactions}`)
  const txHashes = reader.keys(count, 'transaction id')
  return { ...header, minerTx, txHashes }
}

export function readBlockHeader(reader: Reader): BlockHeader {
  return {
    majorVersion: reader.smallVarint('major version', 8),
    minorVersion: reader.smallVarint('minor version', 8),
    timestamp: reader.varint('timestamp'),
    prevId: reader.take(32, 'previous id'),
    nonce: reader.u32('nonce'),
  }
}

function writeBlockHeader(header: BlockHeader): Uint8Array {
  return new Writer()
    .varint(header.majorVersion)
    .varint(header.minorVersion)
    .varint(header.timestamp)
    .key(header.prevId, 'previous id')
    .u32(header.nonce)
    .bytes()
}

export function writeBlock(block: Block): Uint8Array {
  return new Writer()
    .raw(writeBlockHeader(block))
    .raw(block.minerTx.blob)
    .varint(block.txHashes.length)
    .keys(block.txHashes, block.txHashes.length, 'transaction id')
    .bytes()
}

/**
 * The bytes that a miner hashes: header, Merkle root of the transactions, number of transactions.
 *
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp get_block_hashing_blob
 */
export function blockHashingBlob(
  block: Block,
  keccak: Keccak = keccak_256,
  keccakParts: KeccakParts = oneByOne(keccak),
): Uint8Array {
  return hashingBlob(
    block,
    [transactionId(block.minerTx, undefined, keccak), ...block.txHashes],
    keccakParts,
  )
}

/** The bytes that a miner hashes. @param ids - Of the transactions, the miner transaction first. */
export function hashingBlob(
  header: BlockHeader,
  ids: readonly Uint8Array[],
  keccakParts: KeccakParts = oneByOne(keccak_256),
): Uint8Array {
  return new Writer()
    .raw(writeBlockHeader(header))
    .raw(treeHash(ids, keccakParts))
    .varint(ids.length)
    .bytes()
}

/** What the hash of a block covers, length first. */
const withLength = (hashing: Uint8Array) =>
  new Writer().raw(varint(hashing.length)).raw(hashing).bytes()

/**
 * The id of a block by its header and the ids of its transactions, the miner transaction first: 32 bytes. For mainnet's
 * block 202612 this is not its id.
 */
export const idFromHeader = (
  header: BlockHeader,
  ids: readonly Uint8Array[],
  keccak: Keccak = keccak_256,
  keccakParts: KeccakParts = oneByOne(keccak),
): Uint8Array => keccak(withLength(hashingBlob(header, ids, keccakParts)))

/** The height of a block of 514 transactions, for which monero's tree hash was wrong at the time. Its id was kept. */
export const oddHeight = 202612n
const oddBlobHash = '3a8a2b3a29b50fc86ff73dd087ea43c6f0d6b8f936c849194d5c84c737903966'
export const oddId = 'bbd604d2ba11ba27935e006ed39c9bfdd99b76bf4a50654bc1e1e61217962698'

/**
 * The block's id, 32 bytes: hash of its hashing blob, length first.
 *
 * @throws ChainError for another block with the id of block 202612.
 * @see monero src/cryptonote_basic/cryptonote_format_utils.cpp calculate_block_hash
 */
export function blockId(
  block: Block,
  keccak: Keccak = keccak_256,
  keccakParts: KeccakParts = oneByOne(keccak),
): Uint8Array {
  const hashing = blockHashingBlob(block, keccak, keccakParts)
  const id = keccak(withLength(hashing))
  const { inputs } = block.minerTx
  if (inputs.length === 1 && inputs[0]!.kind === 'gen' && inputs[0]!.height !== oddHeight) return id

  if (bytesToHex(keccak(writeBlock(block))) === oddBlobHash) return hexToBytes(oddId)
  if (bytesToHex(id) === oddId)
    throw new ChainError('block id', 'is the id reserved for block 202612')
  return id
}
