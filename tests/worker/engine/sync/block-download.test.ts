import { expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { BlockDownload } from '../../../../worker/engine/sync/block-download.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

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
  const end = await new BlockDownload(arriving, await testCrypto(), clock).end
  expect(end).toMatchObject({ currentHeight: 7n })
  expect(turns).toBe(bytes.length)
})
