import { describe, expect, test } from 'vitest'
import type { VerifiedRecord, WalletInfo } from '../../../../../worker/engine/store/records.ts'
import { Store } from '../../../../../worker/engine/store/store.ts'
import {
  historyProgress,
  isOpen,
  nextGroup,
  openRange,
} from '../../../../../worker/engine/sync/whole/history-range.ts'
import { receivedRecord } from '../../../../support/wallets/transfer-records.ts'

const id = new Uint8Array(32).fill(7)

type Scene = {
  restoreHeight?: bigint
  height?: bigint
  /** The lowest height with a known id. */
  knownFrom?: bigint
  stored?: VerifiedRecord
  /** RingCT outputs of each block; undefined while they are not counted. */
  outputs?: number | undefined
}

/** A wallet with 1000 blocks, each with 3 outputs. */
async function scene({
  restoreHeight = 0n,
  height = 1000n,
  knownFrom = 1n,
  stored,
  ...counted
}: Scene = {}) {
  const store = new Store(async () => undefined)
  await store.commit((change) => {
    change.setValue(store.info, { restoreHeight } as WalletInfo)
    if (stored) change.setValue(store.verified, stored)
  })
  const outputs = 'outputs' in counted ? counted.outputs : 3
  return {
    store,
    chain: { height, at: (at: bigint) => (at >= knownFrom && at < height ? id : undefined) },
    outputCounts: {
      outputsBelow: (at: bigint) => (outputs === undefined ? undefined : Number(at) * outputs),
    },
  }
}

const whole = { first: 1n, below: 1n, next: 1000n, top: 1000n }
const half = { first: 1n, below: 1n, next: 512n, top: 900n }

describe('openRange', () => {
  test.each<[string, Scene, bigint, VerifiedRecord]>([
    ['begins at the top', {}, 0n, whole],
    [
      'ends at the restore height',
      { restoreHeight: 70n },
      0n,
      { ...whole, first: 70n, below: 70n },
    ],
    ['ends at a higher start', { restoreHeight: 70n }, 80n, { ...whole, first: 80n, below: 80n }],
    ['ends at no lower start', { restoreHeight: 70n }, 60n, { ...whole, first: 70n, below: 70n }],
    ['continues an unfinished one', { stored: half }, 0n, half],
    ['is another one with another start', { stored: half }, 5n, { ...whole, first: 5n, below: 5n }],
    [
      'covers new blocks only after a complete one',
      { stored: { ...half, next: 1n } },
      0n,
      { ...whole, below: 900n },
    ],
    [
      'continues where the id below is not stored any more, but named',
      { stored: { ...half, parent: id }, knownFrom: 600n },
      0n,
      { ...half, parent: id },
    ],
    [
      'begins again where no id is known, and keeps what an earlier one covered',
      { stored: { ...half, below: 200n }, knownFrom: 600n },
      0n,
      { ...whole, below: 200n },
    ],
  ])('%s', async (_, given, start, expected) => {
    expect(openRange(await scene(given), start)).toEqual(expected)
  })

  test('has no blocks before the wallet reaches its restore height', async () => {
    const range = openRange(await scene({ restoreHeight: 2000n }), 0n)
    expect(isOpen(range)).toBe(false)
  })
})

describe('nextGroup', () => {
  test.each<[bigint, bigint, bigint, bigint]>([
    [1000n, 1n, 960n, 960n],
    [960n, 1n, 896n, 896n],
    [64n, 1n, 1n, 1n],
    // The heights of requests do not show where the range ends.
    [128n, 70n, 64n, 70n],
    [1000n, 999n, 960n, 999n],
  ])('below %i, to %i, requests blocks from %i on', (next, below, requested, from) => {
    const group = nextGroup({ first: 1n, below, next, top: 1000n })
    expect(group).toEqual({ requested, from, to: next })
  })
})

describe('historyProgress', () => {
  test('estimates the download from the number of outputs', async () => {
    expect(historyProgress(await scene({ stored: { ...half, below: 12n } }), 0n)).toEqual({
      first: 1n,
      next: 512n,
      top: 900n,
      blocksLeft: 500n,
      bytesLeft: 500n * (500n + 3n * 1000n),
      unverified: 0,
    })
  })

  test('estimates 50 MB a day where outputs are not counted', async () => {
    const { bytesLeft } = historyProgress(await scene({ height: 721n, outputs: undefined }), 0n)
    expect(bytesLeft).toBe(720n * 70_000n)
  })

  test('has nothing left before the wallet reaches its restore height', async () => {
    const progress = historyProgress(await scene({ restoreHeight: 2000n }), 0n)
    expect(progress).toMatchObject({ blocksLeft: 0n, bytesLeft: 0n })
  })

  test('counts payments that are not proved; a block proves its mined coins', async () => {
    const parts = await scene()
    const { received } = parts.store
    await parts.store.commit((change) => {
      change.put(received, 'a', receivedRecord({ proved: false }))
      change.put(received, 'b', receivedRecord({ proved: true }))
      change.put(received, 'c', receivedRecord({ coinbase: true }))
    })
    expect(historyProgress(parts, 0n).unverified).toBe(1)
  })
})
