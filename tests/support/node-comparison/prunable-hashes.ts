import { bin } from '#protocol/daemon/calls.ts'
import { epeeTo } from '#protocol/epee/epee.ts'

/** An answer to `get_blocks.bin` with zeros for each `prunable_hash`, as monerod sends them. */
export function withoutPrunableHashes(answer: Uint8Array) {
  const content = epeeTo(bin.get_blocks.result, answer)
  for (const { txs } of content.blocks) for (const tx of txs) tx.prunable_hash?.fill(0)
  return content
}
