import { describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { BlockDownload } from '../../../../worker/engine/download/block-download.ts'
import {
  changedBlock,
  expectRejected,
  rewrittenBlock,
  type Lie,
} from '../../../support/daemons/lying-daemon.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const noBlocks = { blocks: [], current_height: 7n, output_indices: [], start_height: 0n }

test('pauses between chunks, though all have arrived', async () => {
  const bytes = epeeFrom(bin.get_blocks.result, { ...noBlocks, status: 'OK', untrusted: false })
  const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte))
  // A time slice ends after every chunk.
  let [ms, pauses] = [0, 0]
  const clock = {
    now: () => 0n,
    monotonicMs: () => (ms += 20),
    sleep: async () => void pauses++,
  }
  const arriving = { read: async () => chunks.shift(), cancel() {} }
  const end = await new BlockDownload(arriving, { check() {} }, await testCrypto(), clock).end
  expect(end).toMatchObject({ currentHeight: 7n })
  expect(pauses).toBe(bytes.length)
})

const lies: [string, Lie, string][] = [
  [
    'gives the wrong height of the first block',
    { blocks: (a) => ({ ...a, start_height: a.start_height + 1n }) },
    'of another height',
  ],
  [
    'gives output indices of fewer blocks',
    { blocks: (a) => ({ ...a, output_indices: a.output_indices.slice(1) }) },
    'output indices of',
  ],
  [
    'leaves a block out',
    {
      blocks: (a) => ({
        ...a,
        blocks: [a.blocks[0]!, a.blocks[2]!],
        output_indices: a.output_indices.slice(1),
      }),
    },
    'does not follow block',
  ],
  ['changes a block', { blocks: rewrittenBlock(() => ({ nonce: 99 })) }, 'does not follow block'],
  [
    'breaks the chain',
    { blocks: rewrittenBlock(() => ({ prevId: new Uint8Array(32) })) },
    'does not follow block',
  ],
  [
    'cuts a block short',
    { blocks: changedBlock(1, ({ block }) => ({ block: block.slice(0, -1) })) },
    'is not to be trusted',
  ],
  [
    'garbles a block',
    { blocks: changedBlock(1, ({ block }) => ({ block: block.map((b) => b ^ 0xff) })) },
    'is not to be trusted',
  ],
  [
    'leaves a transaction out',
    { blocks: changedBlock(1, () => ({ txs: [] })) },
    'transactions, got 0',
  ],
  [
    'gives a transaction twice',
    { blocks: changedBlock(1, ({ txs }) => ({ txs: [...txs, ...txs] })) },
    'transactions, got 2',
  ],
  [
    'garbles a transaction',
    {
      blocks: changedBlock(1, ({ txs }) => ({
        txs: txs.map((tx) => ({ ...tx, blob: tx.blob.map((b) => b ^ 0x40) })),
      })),
    },
    'is not to be trusted',
  ],
  [
    'cuts a transaction short',
    {
      blocks: changedBlock(1, ({ txs }) => ({
        txs: txs.map((tx) => ({ ...tx, blob: tx.blob.slice(0, -1) })),
      })),
    },
    'is not to be trusted',
  ],
  [
    'gives another transaction',
    {
      blocks: changedBlock(1, ({ txs }) => ({
        txs: txs.map((tx) => ({ ...tx, blob: changedAmount(tx.blob) })),
      })),
    },
    'is not the one the block names',
  ],
  [
    'gives a transaction of another block',
    { blocks: (a) => changedBlock(1, () => ({ txs: a.blocks[2]!.txs }))(a) },
    'is not the one the block names',
  ],
  [
    'gives fewer output indices than outputs',
    {
      blocks: (a) => ({
        ...a,
        output_indices: a.output_indices.map(({ indices }) => ({
          indices: indices.map(() => ({ indices: [] })),
        })),
      }),
    },
    'are not one an output',
  ],
  [
    'gives output indices of fewer transactions',
    { blocks: (a) => ({ ...a, output_indices: a.output_indices.map(() => ({ indices: [] })) }) },
    'transactions, got 0',
  ],
  [
    'follows unknown rules',
    { blocks: rewrittenBlock(() => ({ majorVersion: 17 })) },
    'Unexpected hard fork version v17 at height 5',
  ],
]

// Changes the last byte of a hidden amount: the transaction stays well formed, with another id.
function changedAmount(blob: Uint8Array): Uint8Array {
  const other = blob.slice()
  other[other.length - 1]! ^= 1
  return other
}

describe('error: a daemon that', () => {
  test.each(lies)('%s is refused, and nothing changes', (_, lie, message) =>
    expectRejected(lie, message),
  )
})
