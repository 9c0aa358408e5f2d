/**
 * Finds the blocks of a scan chunk that concern the wallet.
 *
 * @module
 */
import { dataView } from '#protocol/bytes.ts'
import { shortBeginningOf } from '../../ledger/own-key-images.ts'
import { keyImageOf, type OutputFinder } from '../../scan/identify-outputs.ts'
import type { ScannedSlice } from '../../scan/scanner.ts'
import { skimmedRows } from '../../scan/skimmed.ts'
import { blockOf, heightIn, type Slice } from '../../scan/slice.ts'
import { TransactionScan } from '../../scan/transaction-scan.ts'
import { hitsByTransaction } from '../resolve-hits.ts'

/**
 * Heights of blocks with a transaction that pays the wallet, or that may spend one of its outputs: of key images, a scan
 * row has only the first 4 bytes.
 *
 * A payment to one of the last watched subaddresses extends the lookahead of `finder`, so that later ones are found.
 *
 * @param images - The first 4 bytes of all own key images. Those of outputs that are found here are added.
 * @param pause - Called between transactions. May reject.
 */
export async function matchingBlocks(
  finder: OutputFinder,
  images: Set<number>,
  scanned: readonly ScannedSlice[],
  pause: () => Promise<void>,
): Promise<Set<bigint>> {
  const heights = new Set<bigint>()
  for (const { slice, results } of scanned)
    for (const result of results)
      for (const [at, hits] of hitsByTransaction(result)) {
        const tried = hits ?? new TransactionScan(finder, skimmedRows(slice, at, at + 1), pause)
        for await (const { index, derivation, spendKey } of tried) {
          const subaddress = finder.addresses.find(spendKey)
          if (!subaddress) continue
          heights.add(heightOf(slice, at))
          await finder.addresses.use(subaddress)
          const key = outputKeyIn(slice, at, index)
          const keyImage = keyImageOf(finder, { key, derivation, indexInTx: index, subaddress })
          if (keyImage) images.add(shortBeginningOf(keyImage))
        }
        await pause()
      }
  for (const { slice, results } of scanned) {
    const view = dataView(slice.bytes)
    for (const { keyImages, spenders } of results)
      for (let at = 0; at < keyImages.length; at++)
        if (images.has(view.getUint32(keyImages[at]!))) heights.add(heightOf(slice, spenders[at]!))
    await pause()
  }
  return heights
}

const heightOf = (slice: Slice, transaction: number) => heightIn(slice, blockOf(slice, transaction))

function outputKeyIn({ bytes, rows }: Slice, transaction: number, index: number): Uint8Array {
  const { firstOutput, outputs } = rows!
  const at = outputs[firstOutput[transaction]! + index]!
  return bytes.subarray(at, at + 32)
}
