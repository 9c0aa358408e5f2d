import { expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee.ts'
import { BlockDownload } from '../../../../worker/engine/sync/block-answer.ts'

const noBlocks = { blocks: [], current_height: 7n, output_indices: [], start_height: 0n }

test('what has arrived already is read with turns of others between', async () => {
  const bytes = epeeFrom(bin.get_blocks.result, { ...noBlocks, status: 'OK', untrusted: false })
  const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte))
  // However quick the machine is, time is up after every chunk.
  let [ms, turns] = [0, 0]
  const clock = {
    now: () => 0n,
    monotonicMs: () => (ms += 20),
    sleep: async () => void turns++,
  }
  const arriving = { read: async () => chunks.shift(), cancel() {} }
  const scanner = { read: () => Promise.reject(new Error('there are no blocks')) }
  const end = await new BlockDownload(arriving, scanner, clock).end
  expect(end).toMatchObject({ currentHeight: 7n })
  expect(turns).toBe(bytes.length)
})
