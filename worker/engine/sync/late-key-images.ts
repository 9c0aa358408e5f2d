/**
 * Key images that become known after their outputs were recorded, and the transactions that spent these.
 *
 * Blocks with known ids are searched for spenders only; the rest of the ledger stays. Where the key images
 * could change other entries, or blocks were replaced, the blocks are detached from the ledger and applied
 * again.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { max } from '#protocol/bigint.ts'
import { sameBytes } from '#protocol/bytes.ts'
import { RpcError } from '#protocol/errors.ts'
import type { Network } from '#protocol/rules/forks.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { KeyTable } from '../keys/key-table.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import type { BlockDownload } from '../download/block-download.ts'
import { roundedHeight, type BlockIds } from '../ledger/block-ids.ts'
import { daemonRpcError } from '../base/daemon-errors.ts'
import { detachBlocks } from '../ledger/detach.ts'
import { downloadFrom } from '../download/download.ts'
import { LedgerWriter } from '../ledger/ledger-writer.ts'
import type { ResolvedTransaction } from '../scan/incoming-transaction.ts'
import { Cancelled, type Run } from '../download/cancellable-run.ts'
import { WholeTransactionsNeeded } from '../scan/read-piece.ts'
import { BrokenThread } from '../scan/scan-pool.ts'
import type { ScanResult } from '../scan/scan-blocks.ts'
import { startScanner, type ScannedSlice, type Scanner } from '../scan/scanner.ts'
import { resolveHits } from './resolve-hits.ts'
import { blocksIn, idIn, topOf, type Slice } from '../scan/slice.ts'
import { outputIndicesOf, type OutputIndices } from '../scan/output-indices.ts'

/** Key images by the one-time keys of their outputs, all in hex. */
export type LateKeyImages = ReadonlyMap<string, string>

type StoredChain = { store: Store; chain: BlockIds }

export type SpendersParts = StoredChain & {
  ports: Pick<Ports, 'crypto' | 'clock' | 'scanThreads'>
}

export type SpendersTask = {
  daemon: Daemon
  /** The network whose rules apply. */
  network: Network
  run: Run
  images: LateKeyImages
}

/**
 * Transactions in scanned blocks that spend outputs with new key images, in order.
 *
 * @returns Undefined where blocks have to be entered again: the books may say too little of them, the
 *   daemon has others, or they did not all arrive.
 */
export async function findSpenders(
  parts: SpendersParts,
  task: SpendersTask,
): Promise<ResolvedTransaction[] | undefined> {
  const changed = outputsChanged(parts.store, task.images)
  const first = firstOf(changed)
  if (first === undefined || !areAllThere(parts, changed, first)) return undefined
  const scanner = startScanner(parts.ports, parts.store.secrets.value.viewSecret)
  const images = changed.map(({ key }) => task.images.get(key)!)
  const search = new SpenderSearch(parts, { ...task, images }, scanner)
  try {
    return await search.from(first)
  } catch (error) {
    // Applying the blocks again meets the same error, and reports it.
    const isForeseen =
      error instanceof Cancelled ||
      error instanceof BrokenThread ||
      error instanceof WholeTransactionsNeeded ||
      daemonRpcError(error) instanceof RpcError
    if (!isForeseen) throw error
    return undefined
  } finally {
    search.stop()
    scanner.close()
  }
}

/**
 * Stages these key images of outputs.
 *
 * @param spenders - The transactions that spent them; undefined where blocks must be applied again.
 * @param now - Unix seconds.
 */
export function applyKeyImages(
  change: Change,
  { store, chain }: StoredChain,
  {
    images,
    spenders,
  }: { images: LateKeyImages; spenders: readonly ResolvedTransaction[] | undefined },
  now: bigint,
): void {
  const changed = outputsChanged(store, images)
  const first = firstOf(changed)
  if (first === undefined) return
  // The ledger recorded a spender by its known inputs only.
  if (!spenders || spenders.some(({ txid }) => store.sent.has(txid))) {
    detachBlocks(change, store, first)
    if (first > chain.first) chain.crop(change, first)
    else chain.beginAt(change, first)
    return
  }
  const writer = new LedgerWriter(store, change, now)
  for (const { key } of changed) writer.addKeyImage(key, images.get(key)!)
  const paid = paidBy(store, spenders)
  for (const tx of spenders) writer.applySpend(tx, paid.get(tx.txid)!)
}

/** Outputs with a changed or new key image. */
const outputsChanged = ({ outputs }: Store, images: LateKeyImages): Readonly<OutputRecord>[] =>
  [...images].flatMap(([key, keyImage]) => {
    const output = outputs.get(key)
    return output && output.keyImage !== keyImage ? [output] : []
  })

/** Height of the first block with one of them, or with an output it replaced. */
const firstOf = (changed: readonly OutputRecord[]) =>
  changed
    .map(heightOf)
    .reduce<bigint | undefined>(
      (least, height) => (least === undefined || height < least ? height : least),
      undefined,
    )

const heightOf = ({ height, replaced }: OutputRecord): bigint =>
  replaced ? heightOf(replaced) : height

/**
 * Whether the ledger is complete except for the spenders, in blocks with known ids. A wrong imported key image
 * may have caused false spends. Whether an output with a duplicate key counts depends on whether the other
 * one was spent.
 */
function areAllThere(
  { store, chain }: StoredChain,
  changed: readonly OutputRecord[],
  first: bigint,
) {
  if (first < chain.first || changed.some(({ keyImage, imported }) => keyImage ?? imported))
    return false
  for (const { height, replaced } of store.outputs.values())
    if (replaced && height >= first) return false
  return true
}

class SpenderSearch {
  readonly #parts: SpendersParts
  readonly #task: Pick<SpendersTask, 'daemon' | 'network' | 'run'>
  readonly #scanner: Scanner
  readonly #keyImages = new KeyTable()
  readonly #timeSlice: TimeSlice
  #download: BlockDownload | undefined

  /** @param images - The key images to find, in hex. */
  constructor(
    parts: SpendersParts,
    { images, ...task }: Omit<SpendersTask, 'images'> & { images: readonly string[] },
    scanner: Scanner,
  ) {
    this.#parts = parts
    this.#task = task
    this.#scanner = scanner
    this.#timeSlice = new TimeSlice(parts.ports.clock)
    for (const keyImage of images) this.#keyImages.set(hexToBytes(keyImage), 0)
  }

  /** @returns Undefined where the daemon has other blocks. */
  async from(first: bigint): Promise<ResolvedTransaction[] | undefined> {
    const found: ResolvedTransaction[] = []
    const { chain } = this.#parts
    // The height itself would show where an output was received.
    for (let height = max(roundedHeight(first), 1n); height < chain.height;) {
      const seen = await this.#lookFrom(height)
      if (!seen) return undefined
      found.push(...seen.found)
      height = seen.top
    }
    // Newer blocks are applied by the next refresh.
    return found.filter(({ height }) => height < chain.height)
  }

  /** Requests the same blocks whole where pruned transactions cannot be checked. */
  async #lookFrom(height: bigint) {
    try {
      return await this.#look(height, true)
    } catch (error) {
      if (!(error instanceof WholeTransactionsNeeded)) throw error
      return await this.#look(height, false)
    }
  }

  stop(): void {
    this.#download?.cancel()
  }

  /**
   * Spenders in one answer, and the height above its last block.
   *
   * @returns Undefined where it holds other blocks. @throws WholeTransactionsNeeded
   */
  async #look(first: bigint, prune: boolean) {
    const { run, daemon, network } = this.#task
    const { chain, ports } = this.#parts
    const onDownload = (download: BlockDownload) => (this.#download = download)
    const source = { daemon, crypto: ports.crypto, clock: ports.clock, network, prune, onDownload }
    const download = await run.until(downloadFrom(source, chain, first))
    const looking: Promise<ScannedSlice>[] = []
    let top = first
    for (let at = 0; ; at++) {
      const slice = await run.until(download.at(at))
      if (!slice) break
      if (!areKnown(chain, slice)) {
        download.cancel()
        return undefined
      }
      top = topOf(slice)
      const scanned = this.#scanner.scan(slice, 0)
      scanned.catch(() => undefined)
      looking.push(scanned)
    }
    const end = await run.until(download.end)
    const found: ResolvedTransaction[] = []
    for (const each of looking) {
      const scanned = await run.until(each)
      const position = Number(scanned.slice.height - first)
      const below = (height: bigint) => chain.ringctOutputsBelow(height)
      const outputIndices = outputIndicesOf(end, position, scanned, below)
      found.push(...(await run.until(this.#settle(scanned, outputIndices))))
    }
    return { found, top }
  }

  /** The spenders in a slice. Their payments to this wallet are in the ledger already. */
  #settle(scanned: ScannedSlice, outputIndices: OutputIndices): Promise<ResolvedTransaction[]> {
    const { ports, store } = this.#parts
    const finder = {
      crypto: ports.crypto,
      secrets: store.secrets.value,
      keyImages: store.keyImages,
      addresses: { find: () => undefined, use: async () => undefined },
    }
    const keyImages = {
      has: (bytes: Uint8Array, at: number) => this.#keyImages.get(bytes, at) !== undefined,
      // Blocks are requested again, not rows.
      beginningWith: () => undefined,
      add: () => undefined,
    }
    return resolveHits(
      finder,
      { keyImages, unknown: undefined },
      { slice: scanned.slice, results: scanned.results.map(withoutPostponed) },
      outputIndices,
      this.#timeSlice,
    )
  }
}

const withoutPostponed = (result: ScanResult): ScanResult => ({
  ...result,
  postponed: new Uint32Array(),
})

/** Own outputs of each of these transactions, by transaction id. */
function paidBy({ outputs }: Store, spenders: readonly ResolvedTransaction[]) {
  const paid = new Map(spenders.map(({ txid }) => [txid, [] as Readonly<OutputRecord>[]]))
  if (paid.size > 0) for (const output of outputs.values()) paid.get(output.txid)?.push(output)
  return paid
}

/** Whether its blocks match the known ids; older and newer blocks are not compared. */
function areKnown(chain: BlockIds, slice: Slice): boolean {
  for (let at = 0; at < blocksIn(slice); at++) {
    const height = slice.height + BigInt(at)
    if (height >= chain.height) return true
    if (height < chain.first) continue
    const known = chain.at(height)
    if (!known || !sameBytes(known, idIn(slice, at))) return false
  }
  return true
}
