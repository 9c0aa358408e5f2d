/**
 * Answers to `get_blocks.bin` as a refresh reads them: cut into pieces, checked to be a chain, scanned.
 *
 * @module
 */
import { ChainError } from '#protocol/chain/reader.ts'
import { blockId, parseBlock } from '#protocol/chain/block.ts'
import { transactionId } from '#protocol/chain/hashes.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import { answerEnd } from '#protocol/daemon/answer-end.ts'
import type { BlockPiece } from '#protocol/daemon/block-piece.ts'
import { BlocksCutter } from '#protocol/daemon/blocks-cutter.ts'
import { EpeeError } from '#protocol/epee/epee.ts'
import { RpcError } from '#protocol/errors.ts'
import { FieldError } from '#protocol/fields.ts'
import { InvalidDaemonData } from '../../../../worker/engine/base/daemon-errors.ts'
import { readPiece, WholeTransactionsNeeded } from '../../../../worker/engine/scan/read-piece.ts'
import { scanBlocks } from '../../../../worker/engine/scan/scan-blocks.ts'
import { transactionIn, transactionsIn, type Slice } from '../../../../worker/engine/scan/slice.ts'
import { skimOf } from '../../../../worker/engine/scan/skimmed.ts'
import { TransactionScan } from '../../../../worker/engine/scan/transaction-scan.ts'
import {
  blocksAnswer,
  type AnswerForm,
  type BlocksContent,
  type GivenTransaction,
} from '../../chains/block-pieces.ts'
import { crypto, walletKeys } from '../crypto.ts'
import type { Draw } from '../draw.ts'
import { HostileWriter } from '../hostile-writer.ts'
import { altered } from '../inputs/mixed.ts'
import { drawShape, writeHostileBlock, writeHostileTransaction } from '../inputs/transactions.ts'
import { attempt, attemptLater, type FuzzedReader } from '../reader.ts'

const pause = async () => undefined

async function blocks(bytes: Uint8Array): Promise<boolean> {
  const pieces = attempt(() => piecesOf(bytes), EpeeError, FieldError)
  let isRead = false
  for (const piece of pieces ?? []) {
    const slice = attempt(
      () => readPiece(piece, crypto),
      WholeTransactionsNeeded,
      InvalidDaemonData,
      ChainError,
      RpcError,
    )
    if (!slice) continue
    isRead = true
    await attemptLater(() => scan(slice), InvalidDaemonData, ChainError)
  }
  return isRead
}

function piecesOf(bytes: Uint8Array): BlockPiece[] {
  const cutter = new BlocksCutter({ blocks: 3, transactions: 10, bytes: 100_000 })
  const pieces = cutter.push(bytes.slice(0, bytes.length >> 1))
  pieces.push(...cutter.push(bytes.slice(bytes.length >> 1)))
  const { pieces: last, rest } = cutter.end()
  attempt(() => answerEnd(rest), EpeeError, FieldError)
  return [...pieces, ...last]
}

async function scan(slice: Slice) {
  const { viewSecret } = walletKeys
  const { postponed } = await scanBlocks(crypto, viewSecret, slice, 0, transactionsIn(slice), pause)
  const secrets = walletKeys
  for (const at of postponed) {
    const scan = new TransactionScan({ crypto, secrets }, skimOf(transactionIn(slice, at)), pause)
    for await (const hit of scan)
      if (hit.spendKey.length !== 32) throw new Error('a hit without a key')
  }
}

/** Blocks in a row, with as many transactions as they name, and about as many output indices as they need. */
function drawBlocks(draw: Draw): Uint8Array {
  const form = draw.oneIn(2) ? 'pruned' : 'whole'
  const start = BigInt(draw.below(1000))
  let previous: Uint8Array = draw.bytes(32)
  const blocks: BlocksContent['blocks'] = []
  for (let at = draw.below(4); at >= 0; at--) {
    const txs = Array.from({ length: draw.count(2) }, () => drawTransaction(draw, form))
    const ids = txs.map(({ blob }) => idOf(blob, form) ?? draw.bytes(32))
    const writer = new HostileWriter(draw)
    const height = draw.lies() ? draw.u64() : start + BigInt(blocks.length)
    writeHostileBlock(writer, { height, previous, ids })
    const block = writer.finish()
    previous = attempt(() => blockId(parseBlock(block)), ChainError) ?? draw.bytes(32)
    const indices = [undefined, ...txs].map(() =>
      Array.from({ length: draw.below(4) }, () => draw.u64()),
    )
    blocks.push({ block, txs, indices })
  }
  return blocksAnswer(form, { start, blocks })
}

/** The hash of the pruned part is zero, as monerod sends it, or right, or neither. */
function drawTransaction(draw: Draw, form: AnswerForm): GivenTransaction {
  const writer = new HostileWriter(draw)
  const pruned = form === 'pruned'
  writeHostileTransaction(writer, { ...drawShape(draw), pruned })
  const prunable_hash = draw.oneIn(2) ? new Uint8Array(32) : draw.bytes(32)
  return { blob: writer.finish(), ...(pruned && { prunable_hash }) }
}

function idOf(blob: Uint8Array, form: AnswerForm): Uint8Array | undefined {
  if (form === 'pruned') return undefined
  return attempt(() => transactionId(parseTransaction(blob)), ChainError)
}

export const blockReaders: readonly FuzzedReader[] = [
  {
    name: 'blocks',
    reads:
      'answers of `get_blocks.bin`: `BlocksCutter`, `readPiece`, `scanBlocks` and `TransactionScan` with the WebAssembly module',
    from: 'daemon',
    inputs:
      'blocks that follow each other, pruned and whole transactions of all types, keys of small order and of no point, view tags, thousands of rows; then mutated',
    holds: 'every hit has a key; a scan fails only for data of the daemon',
    share: 35,
    input: altered(drawBlocks),
    read: blocks,
  },
]
