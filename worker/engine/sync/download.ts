/**
 * Fetches blocks, each answer tied to what the wallet knows, the next while one is looked at.
 *
 * @module
 */
import type { Keccak } from '#protocol/chain/hashes.ts'
import type { Daemon } from '../ports.ts'
import { needsWholeTransactions, readChain, type ChainedBlock } from './answer.ts'
import { historyHeights, sameBytes, type BlockIds } from './block-ids.ts'
import { expectOfDaemon } from './daemon-problem.ts'

/** Blocks that follow one we know, or the first of all. */
export type Pulled = {
  /** In a row; the first is one we know, or stands at the height that was asked for. */
  blocks: ChainedBlock[]
  /** Blocks of the daemon: top block plus one. */
  daemonHeight: bigint
}

type Chain = Pick<BlockIds, 'genesis' | 'height' | 'first' | 'at'>

/** Asks for blocks from a height on, whatever lies before. */
export async function pullFrom(
  daemon: Daemon,
  chain: Pick<Chain, 'genesis'>,
  height: bigint,
  keccak: Keccak,
): Promise<Pulled> {
  const { blocks, daemonHeight } = await pull(daemon, [chain.genesis], height, keccak)
  expectOfDaemon(blocks[0]?.height === height, `it does not begin at block ${height}`)
  return { blocks, daemonHeight }
}

/**
 * Asks for the blocks after the last one that the daemon and the wallet both know.
 *
 * @returns No blocks when our top block is the daemon's.
 */
export async function pullAfter(daemon: Daemon, chain: Chain, keccak: Keccak): Promise<Pulled> {
  const known = historyHeights(chain.height, chain.first).map((height) => chain.at(height)!)
  const { height: ourHeight } = chain
  const pulled = await pull(daemon, [...known, chain.genesis], 0n, keccak)
  const [first] = pulled.blocks
  if (!first) {
    expectOfDaemon(pulled.daemonHeight === ourHeight, 'it holds no blocks')
    return pulled
  }
  const { height, id } = first
  const ours = chain.at(height)
  expectOfDaemon(ours !== undefined && sameBytes(ours, id), 'it does not begin at a block we know')
  return pulled
}

/**
 * The chain with downloaded blocks on it that are not entered yet: what to ask by for the next.
 *
 * @param blocks - In a row.
 */
export function extended(chain: Chain, blocks: readonly ChainedBlock[]): Chain {
  const from = blocks[0]!.height
  const height = from + BigInt(blocks.length)
  const joined = from === 0n || chain.at(from - 1n) !== undefined || chain.at(from) !== undefined
  return {
    genesis: chain.genesis,
    height,
    first: joined && chain.first < from ? chain.first : from === 0n ? 1n : from,
    at: (at) => (at >= from && at < height ? blocks[Number(at - from)]!.id : chain.at(at)),
  }
}

async function pull(
  daemon: Daemon,
  block_ids: Uint8Array[],
  start_height: bigint,
  keccak: Keccak,
): Promise<Pulled> {
  const params = { block_ids, start_height, no_miner_tx: false }
  let answer = await daemon.bin.get_blocks({ ...params, prune: true })
  if (needsWholeTransactions(answer))
    answer = await daemon.bin.get_blocks({ ...params, prune: false })
  return { blocks: readChain(answer, keccak), daemonHeight: answer.current_height }
}
