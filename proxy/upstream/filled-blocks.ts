/**
 * Pruned answers to `get_blocks.bin` with the hashes of what is pruned.
 *
 * monerod leaves `prunable_hash` empty, so a client cannot compute the id of a pruned transaction. Here the node is
 * asked for whole blocks. Their signatures and range proofs are replaced by the hash while the answer arrives.
 *
 * @module
 * @see monero src/rpc/core_rpc_server.cpp on_get_blocks
 */
import { keccak_256 } from '@noble/hashes/sha3.js'
import { latin1ToBytes } from '#protocol/bytes.ts'
import { Skim } from '#protocol/chain/skim.ts'
import { transactionBlob } from '#protocol/daemon/block.ts'
import type { BlockPiece } from '#protocol/daemon/block-piece.ts'
import { BlocksCutter, type PieceSize } from '#protocol/daemon/blocks-cutter.ts'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { EpeeError } from '#protocol/epee/reader.ts'
import { EpeeSkip } from '#protocol/epee/skip.ts'
import { header, listFlag, types } from '#protocol/epee/types.ts'
import { EpeeWriter } from '#protocol/epee/writer.ts'
import { bool, bytes, list, object, u8 } from '#protocol/fields.ts'
import type { CheckedCall } from '../daemon-backend.ts'

/** A block without `block_weight`, which monerod leaves out here. */
const prunedBlock = object({ block: bytes, pruned: bool, txs: list(transactionBlob) })

/** What is held of an answer before it is sent on. */
const pieceSize: PieceSize = { blocks: 100, transactions: 500, bytes: 1 << 20 }

/** `requested_info` of a request without blocks. */
const poolOnly = 2

/** The request for whole blocks; undefined for a call that does not ask for pruned blocks. */
export function wholeBlocksRequest({
  contract,
  params,
}: Pick<CheckedCall, 'contract' | 'params'>): Uint8Array<ArrayBuffer> | undefined {
  if (contract !== bin.get_blocks || params.prune !== true) return undefined
  if (u8.parse(params.requested_info, 'requested_info') === poolOnly) return undefined
  return epeeFrom(bin.get_blocks.params, { ...params, prune: false } as never)
}

/** Prunes the transactions of an answer with whole blocks while it arrives. */
export function pruningStream(): TransformStream<Uint8Array, Uint8Array> {
  const cutter = new BlocksCutter(pieceSize)
  let hasBegun = false
  type Sink = TransformStreamDefaultController<Uint8Array>

  function send(sink: Sink, pieces: readonly BlockPiece[]) {
    for (const piece of pieces) {
      if (!hasBegun) sink.enqueue(answerHead(cutter))
      hasBegun = true
      sink.enqueue(prunedPiece(piece))
    }
  }

  return new TransformStream({
    transform: (chunk, sink) => send(sink, cutter.push(chunk)),
    flush(sink) {
      const { pieces, rest } = cutter.end()
      send(sink, pieces)
      sink.enqueue(hasBegun ? entriesOf(rest) : rest)
    },
  })
}

const blocksName = latin1ToBytes('blocks')

/** The answer up to its first block. */
function answerHead({ entries, declared }: BlocksCutter): Uint8Array {
  const writer = new EpeeWriter()
  writer.size(entries)
  writer.byte(blocksName.length)
  writer.put(blocksName)
  writer.byte(types.object | listFlag)
  writer.size(declared)
  return writer.bytes()
}

/** The entries of a storage. */
function entriesOf(storage: Uint8Array): Uint8Array {
  const skip = new EpeeSkip(storage, header.length)
  skip.size()
  return storage.subarray(skip.at)
}

/** The blocks of a piece as items of a list. */
function prunedPiece(piece: BlockPiece): Uint8Array {
  const blocks = piece.blocks.map((at, index) => ({
    pruned: true,
    block: piece.bytes.subarray(at, piece.blockEnds[index]),
    txs: transactionsOf(piece, index),
  }))
  const storage = epeeFrom({ blocks: list(prunedBlock) }, { blocks })
  const skip = new EpeeSkip(storage, header.length)
  skip.size()
  skip.name()
  skip.byte()
  skip.size()
  return storage.subarray(skip.at)
}

function transactionsOf(piece: BlockPiece, block: number) {
  const [from, to] = [piece.firstTransaction[block]!, piece.firstTransaction[block + 1]!]
  return Array.from({ length: to - from }, (_, index) => {
    const [at, end] = [piece.transactions[from + index]!, piece.transactionEnds[from + index]!]
    return prunedTransaction(piece.bytes.subarray(at, end))
  })
}

const noHash = new Uint8Array(32)

/** Version 1 has no such hash: its id is the hash of the whole transaction. */
function prunedTransaction(blob: Uint8Array) {
  const skim = new Skim(blob)
  if (!skim.transaction(0, blob.length, true)) throw new EpeeError('an invalid transaction', 0)
  const [baseEnd = 0] = skim.places.baseEnds
  const prunable = blob.subarray(baseEnd)
  const isVersion1 = blob[0] === 1
  return {
    blob: blob.subarray(0, baseEnd),
    prunable_hash: isVersion1 || prunable.length === 0 ? noHash : keccak_256(prunable),
  }
}
