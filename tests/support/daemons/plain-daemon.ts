/**
 * The daemon of a scripted chain as a plain monerod answers: pruned blocks have no hashes of pruned data, and blocks that
 * are requested whole are whole.
 *
 * @module
 */
import type { Daemon } from '../../../worker/engine/base/ports.ts'
import type { ScriptedChain } from '../chains/scripted-chain.ts'
import { withCalls } from './lying-daemon.ts'

/** What a daemon changes, and what it was asked for. */
export type PlainDaemon = {
  /** The bytes of a pruned transaction, by its id. */
  pruned: Map<string, Uint8Array>
  /** The bytes of a whole transaction, by its id. */
  whole: Map<string, Uint8Array>
  /** Requests for blocks. */
  requests: string[]
}

export function plainDaemon(
  daemon: Daemon,
  script: () => ScriptedChain,
  { pruned, whole, requests }: PlainDaemon,
): Daemon {
  const txsAt = (height: bigint) => script().blocks[Number(height) - 1]?.txs ?? []
  const wholeTxs = (height: bigint) =>
    txsAt(height).map((tx) => ({
      blob: whole.get(tx.txid) ?? tx.whole,
      prunable_hash: undefined,
    }))
  const prunedTxs = (height: bigint) =>
    txsAt(height).map((tx) => ({
      blob: pruned.get(tx.txid) ?? tx.blob,
      prunable_hash: new Uint8Array(32),
    }))
  return withCalls(daemon, {
    bin: {
      get_blocks: async (params) => {
        const answer = await daemon.bin.get_blocks(params)
        const { start_height: first } = answer
        const isPruned = params.prune === true
        requests.push(`from ${first} ${isPruned ? 'pruned' : 'whole'}`)
        const blocks = answer.blocks.map((block, at) => {
          const height = first + BigInt(at)
          return { ...block, pruned: isPruned, txs: (isPruned ? prunedTxs : wholeTxs)(height) }
        })
        return { ...answer, blocks }
      },
      get_blocks_by_height: async ({ heights = [] }) => {
        requests.push(`whole ${heights[0]} to ${heights.at(-1)}`)
        const blocks = heights.map((height) => ({
          ...script().wholeBlock(BigInt(height)),
          block_weight: 0n,
          txs: wholeTxs(BigInt(height)),
        }))
        return { ...paid, blocks }
      },
    },
  })
}

const paid = { status: 'OK', untrusted: false, credits: 0n, top_hash: '' }
