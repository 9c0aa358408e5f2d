/**
 * Requests the blocks of a range whole, group by group from the top down. Loaded on demand.
 *
 * Which blocks are requested follows from heights alone. The first group ends with a block that the wallet knows, and
 * each other one with the block that the group above names. So a daemon cannot answer with blocks of another chain, not
 * even where the wallet stores no ids any more. Comparison and progress are one commit.
 *
 * @module
 */
import { sameBytes } from '#protocol/bytes.ts'
import { parseBlock } from '#protocol/chain/block.ts'
import { min } from '#protocol/bigint.ts'
import { requireOfDaemon } from '../../base/daemon-errors.ts'
import type { OwnKeyImages } from '../../ledger/own-key-images.ts'
import { startScanner } from '../../scan/scanner.ts'
import { blocksIn, idIn, type Slice } from '../../scan/slice.ts'
import type { VerifiedRecord } from '../../store/records.ts'
import type { Change } from '../../store/store.ts'
import type { Difference } from '../compare-with-ledger.ts'
import type { SyncParts } from '../sync-parts.ts'
import { markProved, type WholeBlocksTask } from './check-whole-blocks.ts'
import { isOpen, nextGroup, openRange, parentOf } from './history-range.ts'
import { heightsFrom } from './whole-requests.ts'
import { wholeSlice, type AnsweredBlocks } from './whole-slice.ts'

/** Blocks in one request; with large blocks about 10 MB. All of a group arrive before it is compared. */
const blocksPerRequest = 16n

type HistoryOrder = {
  /** As for `openRange`. */
  start: bigint
  /** Ends with the group that reaches this number. */
  blocks: number
  /** Whether a block differed before and was read again, whole: its difference does not count. */
  isRepeated: (height: bigint) => boolean
}

/**
 * Verifies groups until enough blocks are verified, none is left, or one differs from the ledger.
 *
 * @returns The difference, or that the daemon has other blocks at these heights; `to` is the height above their group.
 * @throws InvalidDaemonData, ConnectionError, DaemonError, AnswerError, Cancelled. Groups before stay verified.
 */
export async function verifyHistory(
  parts: SyncParts,
  keyImages: OwnKeyImages,
  { start, blocks, isRepeated }: HistoryOrder,
  task: WholeBlocksTask,
): Promise<{ found: Difference | 'other blocks' | undefined; to: bigint }> {
  const { store } = parts
  const scanner = startScanner(parts.ports, store.secrets.value.viewSecret)
  let verified = 0n
  try {
    for (;;) {
      const range = openRange(parts, start)
      const { next: to } = range
      if (!isOpen(range) || verified >= BigInt(blocks)) return { found: undefined, to }
      const group = await loadGroup(parts, range, task)
      if (!group) return { found: 'other blocks', to }
      const scanned = await task.run.until(scanner.scan(group.slice, 0))
      task.run.check()
      const stage = (change: Change, difference: Difference | undefined) => {
        if (!difference || isRepeated(difference.height))
          change.setValue(store.verified, group.verified)
      }
      const found = await markProved(parts, keyImages, scanned, task.run, stage)
      if (found && !isRepeated(found.height)) return { found, to }
      verified += to - group.verified.next
    }
  } finally {
    scanner.close()
  }
}

/** @returns Blocks, and the range once they are verified; undefined if the daemon has others where ids are known. */
async function loadGroup(
  { chain, ports }: SyncParts,
  range: Readonly<VerifiedRecord>,
  { daemon, run }: WholeBlocksTask,
): Promise<{ slice: Slice; verified: VerifiedRecord } | undefined> {
  const last = parentOf(chain, range)
  if (!last) return undefined
  const { requested, from, to } = nextGroup(range)
  const loaded: AnsweredBlocks = []
  for (let at = requested; at < to; at += blocksPerRequest) {
    const heights = heightsFrom(at, min(at + blocksPerRequest, to))
    const { blocks } = await run.until(daemon.bin.get_blocks_by_height({ heights }))
    loaded.push(...blocks)
  }
  const left = loaded.slice(Number(from - requested))
  const slice = wholeSlice(left, heightsFrom(from, to), ports.crypto, (height) => chain.at(height))
  if (!slice) return undefined
  requireOfDaemon(
    sameBytes(idIn(slice, blocksIn(slice) - 1), last),
    `block ${to - 1n} is not the one that block ${to} names`,
  )
  const parent = parseBlock(left[0]!.block).prevId.slice()
  const { first, below, top } = range
  return { slice, verified: { first, below, next: from, top, parent } }
}
