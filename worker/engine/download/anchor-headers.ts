/**
 * Requests the blocks before the first one whose difficulty is computed.
 *
 * Nothing binds timestamps and difficulties of these headers to their ids. A daemon can invent them, but not a
 * difficulty that is far below the one of the pinned history.
 *
 * @module
 */
import { bytesToHex } from '@noble/hashes/utils.js'
import { difficultyBlocks, DifficultyWindow, type BlockWork } from '#protocol/rules/difficulty.ts'
import { blockTarget } from '#protocol/rules/limits.ts'
import { versionAt, type Network } from '#protocol/rules/forks.ts'
import { requireOfDaemon } from '../base/daemon-errors.ts'
import type { Daemon } from '../base/ports.ts'

type Header = Awaited<ReturnType<Daemon['rpc']['get_block_headers_range']>>['headers'][number]

/** The first block that a window of 735 blocks before `height` holds. The genesis block never counts. */
export const windowStart = (height: bigint): bigint => {
  const start = height - BigInt(difficultyBlocks)
  return start > 1n ? start : 1n
}

/**
 * The 735 blocks before `height`, or all there are.
 *
 * @param previousId - Id of the block before `height`.
 * @param least - The least plausible difficulty.
 * @throws InvalidDaemonData For headers that contradict themselves or the id, or show too little work.
 */
export async function windowFromHeaders(
  daemon: Daemon,
  { network, least }: { network: Network; least: bigint },
  height: bigint,
  previousId: Uint8Array,
): Promise<DifficultyWindow> {
  const start = windowStart(height)
  if (start >= height) return new DifficultyWindow()
  const range = { start_height: start, end_height: height - 1n }
  const { headers } = await daemon.rpc.get_block_headers_range(range)
  const expected = Number(height - start)
  requireOfDaemon(
    headers.length === expected,
    `expected ${expected} block headers, got ${headers.length}`,
  )
  const blocks = headers.map((header, at) => workIn(header, headers[at - 1], start + BigInt(at)))
  requireOfDaemon(
    headers.at(-1)!.hash === bytesToHex(previousId),
    `the header of block ${height - 1n} is not the one that block ${height} names`,
  )
  const window = new DifficultyWindow(blocks)
  for (const [at, { difficulty }] of blocks.entries())
    requirePlausible(difficulty, start + BigInt(at), least)
  const next = window.next(blockTarget(versionAt(network, height)))
  requirePlausible(next, height, least)
  return window
}

function workIn(header: Header, before: Header | undefined, height: bigint): BlockWork {
  const { difficulty, difficulty_top64: top, cumulative_difficulty: cumulative } = header
  requireOfDaemon(
    header.height === height && (!before || header.prev_hash === before.hash),
    `the header of block ${height} does not follow the one before`,
  )
  // The upper half is left out of both numbers.
  const added = BigInt.asUintN(64, cumulative - (before?.cumulative_difficulty ?? 0n))
  requireOfDaemon(
    top === 0n && difficulty > 0n && (!before || added === difficulty),
    `the difficulty in the header of block ${height} contradicts its sum`,
  )
  requireOfDaemon(
    header.timestamp <= BigInt(Number.MAX_SAFE_INTEGER),
    `the header of block ${height} has timestamp ${header.timestamp}`,
  )
  return { time: Number(header.timestamp), difficulty }
}

function requirePlausible(difficulty: bigint, height: bigint, least: bigint) {
  requireOfDaemon(
    difficulty >= least,
    `difficulty ${difficulty} of block ${height} is less than a quarter of the difficulty at the newest checkpoint; ` +
      'choose another daemon',
  )
}
