/**
 * What stands on a chain and waits in its pool, for calls to be asked about.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { blockHashingBlob, parseBlock } from '#protocol/chain/block.ts'
import { parseTransaction } from '#protocol/chain/transaction.ts'
import type { NodeContext } from '../../../proxy/node/context.ts'
import { imagesOf } from '../../../proxy/node/pool/spent-images.ts'

/** Whole numbers below a bound. */
export type Below = (bound: number) => number

export type ChainContents = ReturnType<typeof contentsOf>

/** Blocks that are looked through for transactions. */
const recent = 40n

/** Ids are hex; chosen anew each time. */
export function contentsOf({ chain, pool }: NodeContext, below: Below) {
  const height = chain.height()
  const top = height - 1n
  const some = BigInt(below(Number(height)))
  const idAt = (at: bigint) => chain.idAt(at)!
  const first = height > recent ? height - recent : 0n
  const mined = [...chain.wholeBlocks(first, { prunable: true })].flatMap(
    ({ blob, transactions }) => {
      const ids = parseBlock(blob).txHashes.map(bytesToHex)
      return transactions.map((body, at) => ({ ...body, id: ids[at]! }))
    },
  )
  const waiting = pool.entries({ sensitive: true }).map(({ id }) => id)
  const picked = mined.length > 0 ? [mined[below(mined.length)]!] : []
  return {
    height,
    top,
    some,
    idAt,
    waiting,
    topId: idAt(top),
    someId: idAt(some),
    genesisId: idAt(0n),
    /** Of blocks beside the main chain. */
    besideIds: chain.alternativeBlocks().map(({ id }) => id),
    minedIds: mined.map(({ id }) => id),
    minedId: picked.map(({ id }) => id),
    /** Whole, in hex. */
    minedBlob: picked.map(({ pruned, prunable = new Uint8Array() }) =>
      bytesToHex(pruned).concat(bytesToHex(prunable)),
    ),
    waitingBlob: waiting.slice(0, 1).map((id) => bytesToHex(pool.blob(id)!)),
    coinbaseId: chain.infoAt(some)!.minerTxId,
    spentImages: picked.flatMap(({ pruned }) =>
      imagesOf(parseTransaction(pruned, { pruned: true })),
    ),
    waitingImages: [...pool.spent.all().keys()].slice(0, 2),
    outputs: chain.outputCount(0n),
    someTime: chain.infoAt(some)!.timestamp,
    topBlob: bytesToHex(chain.blobAt(top)!),
    hashingBlob: bytesToHex(blockHashingBlob(parseBlock(chain.blobAt(top)!))),
  }
}
