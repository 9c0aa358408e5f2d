/**
 * Scans one transaction with bounded memory: a batch at a time, and each hit is used before the next batch.
 *
 * @module
 */
import type { Crypto, ScanBatch } from '#wasm/types.ts'
import type { OutputFinder } from './identify-outputs.ts'
import {
  batchesIn,
  isTrap,
  scanBatch,
  scanHitAt,
  type KeyBatch,
  type ScanHit,
  type ScanHits,
} from './scan-batches.ts'
import type { Skimmed } from './skimmed.ts'
import type { Pause } from './scan-outputs.ts'

/**
 * Rows that are tried: more than a block of 750 kB can have. One takes about a microsecond with a view tag. Beyond
 * them a block could occupy the wallet for hours.
 */
const mostRows = 2 ** 27

/** The hits of a transaction, in the order of wallet2. Iterate it once. */
export class TransactionScan implements AsyncIterable<ScanHit> {
  /** After the last hit: whether every key was tried with every output. */
  isComplete = false
  readonly #crypto: Pick<Crypto, 'scan'>
  readonly #viewSecret: Uint8Array
  readonly #skimmed: Skimmed
  readonly #pause: Pause
  readonly #mostRows: number

  /** @param skimmed - One transaction. */
  constructor(
    { crypto, secrets }: Pick<OutputFinder, 'crypto' | 'secrets'>,
    skimmed: Skimmed,
    pause: Pause,
    most = mostRows,
  ) {
    this.#crypto = crypto
    this.#viewSecret = secrets.viewSecret
    this.#skimmed = skimmed
    this.#pause = pause
    this.#mostRows = most
  }

  /**
   * A batch on which the module traps is left out.
   *
   * @throws The trap, if the module cannot scan a single row either; what `pause` rejects with.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<ScanHit, void> {
    let [rows, isWhole] = [0, true]
    for (const batch of batchesIn(this.#skimmed, () => true)) {
      if (rows > 0) await this.#pause()
      rows += batch.rows
      if (rows > this.#mostRows) return
      const hits = this.#try(batch)
      if (!hits) isWhole = false
      for (let at = 0; hits && at < hits.indices.length; at++) yield scanHitAt(hits, at)
    }
    this.isComplete = isWhole
  }

  #try(batch: KeyBatch): ScanHits | undefined {
    try {
      return scanBatch(this.#crypto, this.#viewSecret, this.#skimmed, batch)
    } catch (error) {
      if (!isTrap(error)) throw error
      // A module that cannot scan at all must not pass for a scan without hits.
      this.#crypto.scan(this.#viewSecret, oneRow)
      return undefined
    }
  }
}

/** The key G and an output with the same key. */
const basePoint = new Uint8Array(32).fill(0x66).fill(0x58, 0, 1)
const oneRow: ScanBatch = {
  keys: basePoint,
  firstRow: Uint32Array.of(0, 1),
  outputKeys: basePoint,
  outputIndices: Uint32Array.of(0),
  viewTags: Int16Array.of(-1),
}
