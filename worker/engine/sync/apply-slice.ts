/**
 * Applies a slice to the ledger in one commit, together with the blocks it replaces.
 *
 * @module
 */
import type { Addresses } from '../keys/addresses.ts'
import type { TimeSlice } from '../base/time-slice.ts'
import type { Ports } from '../base/ports.ts'
import { noteReplaced } from '../store/history.ts'
import type { Change, Store } from '../store/store.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { forgetSeen, isSpendKeyAway, keepSeen, UnknownSpends } from './unknown-spends.ts'
import { detachBlocks } from '../ledger/detach.ts'
import { deleteSpentRings } from '../ledger/spent-rings.ts'
import { requireSupply } from '../ledger/supply-check.ts'
import type { OutputCounts, ReadCounts } from '../ledger/output-counts.ts'
import type { SliceWork } from '../download/download.ts'
import { LedgerWriter, type LedgerUpdate } from '../ledger/ledger-writer.ts'
import type { OwnKeyImages } from '../ledger/own-key-images.ts'
import type { ResolvedTransaction } from '../scan/incoming-transaction.ts'
import type { ScannedSlice } from '../scan/scanner.ts'
import { ringctOutputsIn } from '../scan/ringct-outputs.ts'
import { resolveHits } from './resolve-hits.ts'
import { blocksIn, idIn, topOf, type Slice } from '../scan/slice.ts'
import type { OutputIndices } from '../scan/output-indices.ts'

/** The parts of the wallet that blocks change. */
export type LedgerParts = {
  ports: Pick<Ports, 'crypto' | 'clock' | 'log'>
  store: Store
  addresses: Addresses
  chain: BlockIds
  outputCounts: OutputCounts
  keyImages: OwnKeyImages
  exclusive: <T>(task: () => Promise<T>) => Promise<T>
}

/** Detached blocks: their number, and the height of the first. */
type Reorganisation = { height: bigint; detached: number }

/** The changes of one slice. */
export type AppliedSlice = {
  blocks: number
  /** Looked through. */
  transactions: number
  update: LedgerUpdate
  reorganised: Reorganisation | undefined
}

/** What is known of a slice besides its bytes. */
type SliceFacts = {
  outputIndices: OutputIndices
  /** Number of leading blocks that are applied already. */
  skip: number
  work: SliceWork
  /** Called during long work: throws when the refresh is cancelled. */
  check: () => void
}

/** @throws What `facts.check` throws; nothing is changed then. */
export async function applySlice(
  parts: LedgerParts,
  scanned: ScannedSlice,
  facts: SliceFacts,
  timeSlice: TimeSlice,
): Promise<AppliedSlice> {
  const { ports, store, addresses, exclusive, keyImages } = parts
  const pause = async () => {
    await timeSlice.pause()
    facts.check()
  }
  const changed = await exclusive(async () => {
    keyImages.follow()
    const ahead = addresses.ahead()
    const own = { secrets: store.secrets.value, keyImages: store.keyImages }
    const finder = { crypto: ports.crypto, ...own, addresses: ahead }
    const unknown = isSpendKeyAway(store) ? new UnknownSpends(store.outputs) : undefined
    const prepared = await resolveHits(
      finder,
      { keyImages, unknown },
      scanned,
      facts.outputIndices,
      { pause },
    )
    await timeSlice.pause()
    return store.commit((change) => {
      const staged = stage(parts, change, { slice: scanned.slice, ...facts }, prepared)
      ahead.stage(change)
      return staged
    })
  })
  for (const { problem, txid, height } of changed.update.warnings)
    if (problem === 'unscanned')
      ports.log('warning', `sync: transaction ${txid} of block ${height} is not scanned completely`)
  return {
    blocks: blocksIn(scanned.slice) - facts.skip,
    transactions: scanned.results.reduce(
      (sum, { count }) => sum + count,
      scanned.slice.bare?.transactions ?? 0,
    ),
    ...changed,
  }
}

function stage(
  { store, chain, outputCounts, ports }: LedgerParts,
  change: Change,
  { slice, outputIndices, skip, work }: SliceFacts & { slice: Slice },
  prepared: readonly ResolvedTransaction[],
): Pick<AppliedSlice, 'update' | 'reorganised'> {
  const first = slice.height + BigInt(skip)
  const { height } = chain
  const now = ports.clock.now()
  const abandons = chain.first !== height && first < height
  if (abandons) {
    detachBlocks(change, store, first)
    forgetSeen(change, store, first)
  }
  if (abandons || first > height) chain.crop(change, first > height ? 0n : first)
  const reorganised = abandons ? { height: first, detached: Number(height - first) } : undefined
  if (reorganised) noteReplaced(change, store, now, reorganised)
  const writer = new LedgerWriter(store, change, now)
  for (const tx of prepared) writer.applyMined(tx)
  requireSupply(change, store, topOf(slice))
  if (isSpendKeyAway(store)) keepSeen(change, store, prepared)
  const blocks = Array.from(slice.times, (time, at) => ({
    id: idIn(slice, at),
    time,
    ringctOutputs: outputIndices.ringctOutputs[at]!,
    difficulty: work.difficulties[at],
  })).slice(skip)
  if (work.anchor) chain.setAnchor(change, work.anchor)
  chain.append(change, first, blocks, slice.mined.at(-1)!)
  outputCounts.apply(change, first, countsFrom(ringctOutputsIn(slice, outputIndices), skip))
  deleteSpentRings(change, store, topOf(slice))
  return { update: writer.update, reorganised }
}

/** The counts without those of the first blocks. */
function countsFrom({ below, counts }: ReadCounts, skip: number): ReadCounts {
  const skipped = counts.subarray(0, skip).reduce((sum, count) => sum + count, 0)
  return { below: below === undefined ? undefined : below + skipped, counts: counts.subarray(skip) }
}
