/**
 * Compares whole blocks of a daemon with the ledger. Loaded on demand.
 *
 * @module
 */
import { RpcError } from '#protocol/errors.ts'
import type { Daemon } from '../../base/ports.ts'
import { InvalidDaemonData } from '../../base/daemon-errors.ts'
import type { Run } from '../../download/cancellable-run.ts'
import { detachBlocks } from '../../ledger/detach.ts'
import type { OwnKeyImages } from '../../ledger/own-key-images.ts'
import { startScanner, type ScannedSlice } from '../../scan/scanner.ts'
import type { Slice } from '../../scan/slice.ts'
import { noteReplaced } from '../../store/history.ts'
import type { Change } from '../../store/store.ts'
import type { AppliedSlice } from '../apply-slice.ts'
import { compareWithLedger, type Difference } from '../compare-with-ledger.ts'
import type { SyncParts } from '../sync-parts.ts'
import { forgetSeen } from '../unknown-spends.ts'
import type { WholeGroup, WholeRequests } from './whole-requests.ts'
import { wholeSlice } from './whole-slice.ts'

export type WholeBlocksTask = {
  daemon: Daemon
  run: Run
  /** Called when blocks were detached, before the error. */
  onDetached: (detached: AppliedSlice) => void
}

/**
 * Marks received payments as proved up to the first block that differs.
 *
 * @param from - Blocks below this height are not compared.
 * @returns The difference, or that the daemon has other blocks at these heights; undefined if all are the same.
 * @throws As `WholeBlocks.check`.
 */
export async function checkWholeBlocks(
  parts: SyncParts,
  keyImages: OwnKeyImages,
  { requests, from }: { requests: WholeRequests; from: bigint },
  { run }: Pick<WholeBlocksTask, 'run'>,
): Promise<Difference | 'other blocks' | undefined> {
  const scanner = startScanner(parts.ports, parts.store.secrets.value.viewSecret)
  try {
    for (;;) {
      const group = await requests.next()
      if (!group) return undefined
      if (group.heights.at(-1)! < from) continue
      const slice = sliceFrom(parts, group, from)
      if (!slice) return 'other blocks'
      const scanned = await run.until(scanner.scan(slice, 0))
      run.check()
      const difference = await markProved(parts, keyImages, scanned, run)
      if (difference) return difference
    }
  } finally {
    scanner.close()
  }
}

function sliceFrom(
  { ports, chain }: SyncParts,
  { heights, blocks }: WholeGroup,
  from: bigint,
): Slice | undefined {
  const skip = heights.findIndex((height) => height >= from)
  const idAt = (height: bigint) => chain.at(height)
  return wholeSlice(blocks.slice(skip), heights.slice(skip), ports.crypto, idAt)
}

/**
 * Marks the received payments of whole blocks as proved, up to the first block that differs from the ledger.
 *
 * @param stage - Stages further changes in the same commit.
 * @returns The difference; undefined without one.
 */
export function markProved(
  parts: SyncParts,
  keyImages: OwnKeyImages,
  scanned: ScannedSlice,
  run: Pick<Run, 'check'>,
  stage: (change: Change, difference: Difference | undefined) => void = () => undefined,
): Promise<Difference | undefined> {
  const { exclusive, store, events } = parts
  return exclusive(async () => {
    const { proved, difference } = await compareWithLedger(parts, keyImages, scanned, run)
    await store.commit((change) => {
      for (const [name, { pinned: _, ...record }] of proved)
        change.put(store.received, name, { ...record, proved: true })
      stage(change, difference)
    })
    if (proved.size > 0) events.emit('changed', { what: 'transfers' })
    return difference
  })
}

/**
 * Detaches the blocks from a difference on.
 *
 * @param isOfDaemon - Whether this daemon sent the block before.
 * @throws InvalidDaemonData, RpcError, except where the wallet did not read a block of an earlier daemon completely.
 */
export async function detachDifference(
  { store, chain, ports, exclusive }: SyncParts,
  { height, txid, isFalse }: Difference,
  isOfDaemon: boolean,
  { onDetached }: WholeBlocksTask,
): Promise<void> {
  const reorganised = { height, detached: Number(chain.height - height) }
  await exclusive(() =>
    store.commit((change) => {
      detachBlocks(change, store, height)
      forgetSeen(change, store, height)
      if (height > chain.first) chain.crop(change, height)
      else chain.beginAt(change, height)
      noteReplaced(change, store, ports.clock.now(), reorganised)
    }),
  )
  const update = { outputs: 0, spendings: 0, receipts: [], warnings: [] }
  onDetached({ blocks: 0, transactions: 0, update, reorganised })
  const what = `transaction ${txid} of block ${height} is not the one that the block names`
  const then = 'What it paid was removed, and the block is read again'
  if (isOfDaemon) throw new InvalidDaemonData(`${what}. ${then}; choose another daemon`)
  if (isFalse) throw new RpcError('UNKNOWN_ERROR', `an earlier daemon was wrong: ${what}. ${then}`)
  ports.log('warning', `whole blocks: block ${height} was not read completely`)
}
