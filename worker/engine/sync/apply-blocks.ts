/**
 * Applies the daemon's blocks to the ledger.
 *
 * @module
 */
import { BrokenThread } from '../scan/scan-pool.ts'
import { startScanner } from '../scan/scanner.ts'
import { ApplyBlocksRun } from './apply-blocks-run.ts'
import type { BlocksParts, BlocksTask } from './blocks-task.ts'
import { removeBlocks } from './checks/remove-blocks.ts'
import { FalseFeed } from './feed/feed-use.ts'

/** @throws LighterBranch, FalseFeed, and what a refresh throws. */
export async function applyBlocks(parts: BlocksParts, task: BlocksTask): Promise<void> {
  let { scanThreads } = parts.ports
  for (;;)
    try {
      return await applyWith({ ...parts, ports: { ...parts.ports, scanThreads } }, task)
    } catch (error) {
      if (error instanceof FalseFeed) {
        const removed = await removeBlocks(parts, error.from)
        if (removed) task.onApplied(removed)
      }
      if (!(error instanceof BrokenThread)) throw error
      // Its jobs are lost and requested again.
      parts.ports.log('warning', 'sync: a scanner ended')
      const count = (scanThreads?.count ?? 0) - 1
      scanThreads = scanThreads && count > 0 ? { ...scanThreads, count } : undefined
    }
}

/** @throws BrokenThread. */
async function applyWith(parts: BlocksParts, task: BlocksTask): Promise<void> {
  const { viewSecret } = parts.store.secrets.value
  const scanner = startScanner(parts.ports, viewSecret)
  const work = new ApplyBlocksRun(parts, task, scanner)
  try {
    await work.run()
  } finally {
    scanner.close()
    await work.stop()
  }
}
