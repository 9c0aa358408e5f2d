/**
 * Key images that become known only after their outputs were entered, and what spent those meanwhile.
 *
 * Blocks that are still known by their ids are looked at for just that: what else the books say of them
 * stays as it is. Where it might have been said otherwise with the key images, or blocks are others now,
 * they are taken out of the books, to be entered again.
 *
 * @module
 */
import { hexToBytes } from '@noble/hashes/utils.js'
import { sameBytes } from '#protocol/bytes.ts'
import { RpcError } from '#protocol/errors.ts'
import { TimeSlice } from '../base/time-slice.ts'
import { KeyTable } from '../keys/key-table.ts'
import type { Daemon, Ports } from '../base/ports.ts'
import type { OutputRecord } from '../store/records.ts'
import type { Change, Store } from '../store/store.ts'
import type { BlockDownload } from './block-download.ts'
import type { BlockIds } from '../ledger/block-ids.ts'
import { daemonRpcError } from '../base/daemon-errors.ts'
import { detachBlocks } from '../ledger/detach.ts'
import { downloadFrom } from './download.ts'
import { LedgerWriter } from '../ledger/ledger-writer.ts'
import type { ResolvedTransaction } from '../scan/incoming-transaction.ts'
import { Cancelled, type Run } from './cancellable-run.ts'
import { WholeTransactionsNeeded } from '../scan/read-piece.ts'
import { BrokenThread } from '../scan/scan-pool.ts'
import { startScanner, type ScannedSlice, type Scanner } from '../scan/scanner.ts'
import { resolveHits } from './resolve-hits.ts'
import { blocksIn, idIn, topOf, type Slice } from '../scan/slice.ts'
import { outputIndicesOf, type OutputIndices } from '../scan/output-indices.ts'

/** By one-time key of their outputs, all in hex. */
export type LateKeyImages = ReadonlyMap<string, string>

type StoredChain = { store: Store; chain: BlockIds }

export type SpendersParts = StoredChain & {
  ports: Pick<Ports, 'crypto' | 'clock' | 'scanThreads'>
}

export type SpendersTask = { daemon: Daemon; run: Run; images: LateKeyImages }

/**
 * Transactions in the blocks that were seen which spend outputs whose key images are new, in order.
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
  const scanner = startScanner(parts.ports, parts.store.secrets.get('keys')!.viewSecret)
  const images = changed.map(({ key }) => task.images.get(key)!)
  const search = new SpenderSearch(parts, { ...task, images }, scanner)
  try {
    return await search.from(first)
  } catch (error) {
    // Entering the blocks again meets the same, and says it.
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
 * Stages that outputs have these key images.
 *
 * @param spenders - What spent them; undefined where blocks are to be entered again.
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
  // What the books have of a spender was entered by those of its inputs that were known.
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

/** Outputs that have another key image now, or had none. */
const outputsChanged = ({ outputs }: Store, images: LateKeyImages): Readonly<OutputRecord>[] =>
  [...images].flatMap(([key, keyImage]) => {
    const output = outputs.get(key)
    return output && output.keyImage !== keyImage ? [output] : []
  })

/** The first block that one of them is in, or what it replaced. */
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
 * Whether the books say all but what spent them, of blocks whose ids are kept. A key image that was told
 * wrong may have led to spends that are none; whether an output counts that has the key of another hangs
 * on whether that one was spent.
 */
function areAllThere(
  { store, chain }: StoredChain,
  changed: readonly OutputRecord[],
  first: bigint,
) {
  if (first < chain.first || changed.some(({ keyImage, told }) => keyImage ?? told)) return false
  for (const { height, replaced } of store.outputs.values())
    if (replaced && height >= first) return false
  return true
}

class SpenderSearch {
  readonly #parts: SpendersParts
  readonly #task: Pick<SpendersTask, 'daemon' | 'run'>
  readonly #scanner: Scanner
  readonly #keyImages = new KeyTable()
  readonly #timeSlice: TimeSlice
  #download: BlockDownload | undefined

  /** @param images - Those that are looked for, in hex. */
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
    for (let height = first; height < chain.height;) {
      const seen = await this.#lookFrom(height)
      if (!seen) return undefined
      found.push(...seen.found)
      height = seen.top
    }
    // What is newer is entered by the refresh that follows.
    return found.filter(({ height }) => height < chain.height)
  }

  /** The same blocks are requested whole where transactions without proofs cannot be checked. */
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
    const { run, daemon } = this.#task
    const { chain, ports } = this.#parts
    const onDownload = (download: BlockDownload) => (this.#download = download)
    const source = { daemon, crypto: ports.crypto, clock: ports.clock, prune, onDownload }
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
      const outputIndices = outputIndicesOf(end, Number(scanned.slice.height - first), scanned)
      found.push(...(await run.until(this.#settle(scanned, outputIndices))))
    }
    return { found, top }
  }

  /** Of a slice, those that spend: what they pay us is in the books. */
  #settle(scanned: ScannedSlice, outputIndices: OutputIndices): Promise<ResolvedTransaction[]> {
    const { ports, store } = this.#parts
    const finder = {
      crypto: ports.crypto,
      secrets: store.secrets.get('keys')!,
      keyImages: store.keyImages,
      addresses: { find: () => undefined, use: async () => undefined },
    }
    const keyImages = {
      has: (bytes: Uint8Array, at: number) => this.#keyImages.get(bytes, at) !== undefined,
      add: () => undefined,
    }
    return resolveHits(
      finder,
      { keyImages, unknown: undefined },
      scanned,
      outputIndices,
      this.#timeSlice,
    )
  }
}

/** What each of these transactions paid us, by their ids. */
function paidBy({ outputs }: Store, spenders: readonly ResolvedTransaction[]) {
  const paid = new Map(spenders.map(({ txid }) => [txid, [] as Readonly<OutputRecord>[]]))
  if (paid.size > 0) for (const output of outputs.values()) paid.get(output.txid)?.push(output)
  return paid
}

/** Whether its blocks are those that were seen; newer ones are compared with nothing. */
function areKnown(chain: BlockIds, slice: Slice): boolean {
  for (let at = 0; at < blocksIn(slice); at++) {
    const height = slice.height + BigInt(at)
    if (height >= chain.height) return true
    const known = chain.at(height)
    if (!known || !sameBytes(known, idIn(slice, at))) return false
  }
  return true
}
