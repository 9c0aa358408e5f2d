import { beforeAll, describe, expect, test } from 'vitest'
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom } from '#protocol/epee/epee.ts'
import { bool, bytes, list, object } from '#protocol/fields.ts'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { BlockDownload } from '../../../../worker/engine/download/block-download.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { topOf, type Slice } from '../../../../worker/engine/scan/slice.ts'
import { blocksAnswer, contentOf } from '../../../support/chains/block-pieces.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import {
  changedBlock,
  expectRejected,
  rewrittenBlock,
  type Lie,
} from '../../../support/daemons/lying-daemon.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const noBlocks = { blocks: [], current_height: 7n, output_indices: [], start_height: 0n }

test('pauses between chunks, though all have arrived', async () => {
  const answer = epeeFrom(bin.get_blocks.result, { ...noBlocks, status: 'OK', untrusted: false })
  const chunks = Array.from(answer, (byte) => Uint8Array.of(byte))
  // A time slice ends after every chunk.
  let [ms, pauses] = [0, 0]
  const clock = {
    now: () => 0n,
    monotonicMs: () => (ms += 20),
    sleep: async () => void pauses++,
  }
  const arriving = { read: async () => chunks.shift(), cancel() {} }
  const end = await new BlockDownload(arriving, { check() {} }, crypto, clock).end
  expect(end).toMatchObject({ currentHeight: 7n })
  expect(pauses).toBe(answer.length)
})

describe('an answer', () => {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
  const noRules = { check() {} }

  beforeAll(() => {
    for (let mined = 0; mined < 450; mined++) script.mine()
  })

  /** A download of these bytes, in pieces that begin and end anywhere. */
  function arriving(answer: Uint8Array, rules: { check: (slice: Slice) => void } = noRules) {
    const body = { reads: 0, isCancelled: false, at: 0 }
    const reader = {
      async read() {
        body.reads++
        const piece = answer.slice(body.at, (body.at += 4093))
        return piece.length > 0 ? piece : undefined
      },
      cancel: () => void (body.isCancelled = true),
    }
    return { download: new BlockDownload(reader, rules, crypto, systemClock), body }
  }

  test('is read to its end though nothing takes its slices, which follow each other', async () => {
    const answer = blocksAnswer('pruned', contentOf(script))
    const checked: bigint[] = []
    const { download, body } = arriving(answer, {
      check: ({ height }) => void checked.push(height),
    })
    expect(await download.end).toMatchObject({ currentHeight: 451n, startHeight: 1n })
    expect(body.at).toBeGreaterThanOrEqual(answer.length)
    expect([body.isCancelled, download.bytes]).toEqual([false, answer.length])
    const slices = [await download.at(0), await download.at(1), await download.at(2)]
    expect(slices.map((slice) => [slice!.height, topOf(slice!)])).toEqual([
      [1n, 201n],
      [201n, 401n],
      [401n, 451n],
    ])
    expect(await download.at(3)).toBeUndefined()
    expect(download.height).toBe(1n)
    expect(checked).toEqual([1n, 201n, 401n])
  })

  test('gives each slice as soon as it has arrived', async () => {
    const { download, body } = arriving(blocksAnswer('pruned', contentOf(script)))
    await download.at(0)
    const before = body.reads
    await download.end
    expect(body.reads).toBeGreaterThan(before)
  })

  test('error: has more than 10 000 blocks, and ends before they arrive', async () => {
    const blocks = new Array(10_001).fill({ pruned: true, block: new Uint8Array(200), txs: [] })
    const fields = { blocks: list(object({ pruned: bool, block: bytes, txs: list(bytes) })) }
    const { download, body } = arriving(epeeFrom(fields, { blocks }))
    await expect(download.at(0)).rejects.toThrow('it contains 10001 blocks')
    expect(body.isCancelled).toBe(true)
    expect(body.reads).toBeLessThan(10)
  })

  test.each<[string, (whole: Uint8Array) => Uint8Array]>([
    ['ends early', (whole) => whole.slice(0, -10)],
    ['is empty', () => new Uint8Array()],
  ])('error: %s; its slices reject too, and the transfer ends', async (_, change) => {
    const { download, body } = arriving(change(blocksAnswer('pruned', contentOf(script))))
    await expect(download.end).rejects.toMatchObject({ name: 'AnswerError' })
    await expect(download.at(3)).rejects.toMatchObject({ name: 'AnswerError' })
    expect(body.isCancelled).toBe(true)
  })

  test('error: breaks a rule of headers', async () => {
    const { download, body } = arriving(blocksAnswer('pruned', contentOf(script)), {
      check({ height }) {
        if (height > 1n) throw new Error('its version is wrong')
      },
    })
    expect((await download.at(0))!.height).toBe(1n)
    await expect(download.at(1)).rejects.toThrow('its version is wrong')
    expect(body.isCancelled).toBe(true)
  })

  test('is cancelled with its transfer', () => {
    const { download, body } = arriving(blocksAnswer('pruned', contentOf(script)))
    download.cancel()
    expect(body.isCancelled).toBe(true)
  })
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
