import { describe, expect, test } from 'vitest'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import {
  blocksPerFile,
  mostOutputsInBlock,
  packCounts,
  writeCountFile,
} from '#protocol/daemon/output-counts.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { OutputCounts } from '../../../../worker/engine/ledger/output-counts.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { OutputCountsLoader } from '../../../../worker/engine/sync/output-counts-loader.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

const ringct = 1_220_516
const firstFile = 18 * blocksPerFile
const countAt = (height: number) => (height < ringct ? 0 : 1 + (height % 200))
const counts = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => countAt(from + at))
const sumBelow = (height: number) => counts(ringct, height).reduce((sum, each) => sum + each, 0)

type Distribution = {
  amount: bigint
  compress: boolean
  start_height: bigint
  base: bigint
  compressed_data: Uint8Array
}
type Change = (only: Distribution) => Distribution

const honest: Change = (only) => only

/** A wallet of mainnet with `height` blocks, and a daemon with a few more. */
function scene(height: number, { hasFiles = false, read = 0 } = {}) {
  const store = new Store(() => Promise.resolve())
  const outputCounts = new OutputCounts(store.outputCounts, 'mainnet')
  const asked: string[] = []
  const lies = { distribution: honest, file: (bytes: Uint8Array) => bytes }
  const clock = { ms: 0, monotonicMs: () => clock.ms }
  const lines: string[] = []
  const daemon: Daemon = fakeDaemon({
    bin: {
      get_output_distribution: async ({ from_height = 0n, ...rest }: { from_height?: bigint }) => {
        // As wallet2 writes the request.
        expect(rest).toEqual({ amounts: [0n], compress: true })
        asked.push(`from ${from_height}`)
        const from = Math.max(ringct, Number(from_height))
        const only = {
          amount: 0n,
          compress: true,
          start_height: BigInt(from),
          base: BigInt(sumBelow(from)),
          compressed_data: packCounts(counts(from, height + 5)),
        }
        return { distributions: [lies.distribution(only)] }
      },
    },
  })
  if (hasFiles)
    daemon.outputCountFile = async (first, isFresh) => {
      asked.push(`${isFresh ? 'fresh file' : 'file'} ${first}`)
      if (first + blocksPerFile + 720 > height) return undefined
      const packed = packCounts(counts(first, first + blocksPerFile))
      return lies.file(writeCountFile(sumBelow(first), packed))
    }
  const loader = new OutputCountsLoader({
    ports: { clock, log: (level, message) => void lines.push(`${level}: ${message}`) },
    network: 'mainnet',
    store,
    chain: { height: BigInt(height) },
    outputCounts,
    daemonName: () => 'node:18081',
  })
  const first = height - read
  const ready = store.commit((change) => {
    if (read === 0) return
    const added = Uint32Array.from(counts(first, height))
    outputCounts.apply(change, BigInt(first), { below: sumBelow(first), counts: added })
  })
  const isCorrect = () => {
    let sum = 0
    const expected = counts(ringct, height).map((each) => (sum += each))
    return Buffer.from(outputCounts.sums(BigInt(height)).buffer).equals(
      Buffer.from(Float64Array.from(expected).buffer),
    )
  }
  return { store, outputCounts, asked, lies, clock, lines, daemon, loader, ready, isCorrect }
}

describe('the counts of blocks that the wallet did not read', () => {
  test('are loaded from a plain daemon by one request, which names no height of the wallet', async () => {
    const { loader, daemon, asked, isCorrect, ready } = scene(1_300_000, { read: 500 })
    await ready
    await loader.loadIfDue(daemon)
    expect(asked).toEqual(['from 0'])
    expect(isCorrect()).toBe(true)
    await loader.sums(daemon)
    await loader.loadIfDue(daemon)
    expect(asked).toHaveLength(1)
  })

  test('are loaded from the files of the proxy, and the rest from its daemon', async () => {
    const { loader, daemon, asked, isCorrect, ready } = scene(1_400_000, {
      hasFiles: true,
      read: 500,
    })
    await ready
    await loader.loadIfDue(daemon)
    expect(asked).toEqual([
      `file ${firstFile}`,
      `file ${firstFile + blocksPerFile}`,
      `file ${firstFile + 2 * blocksPerFile}`,
      `from ${firstFile + 3 * blocksPerFile}`,
    ])
    expect(isCorrect()).toBe(true)
  })

  test('are loaded for a wallet of an older version, which has read blocks before', async () => {
    const { loader, daemon, asked, isCorrect } = scene(1_230_000)
    await loader.loadIfDue(daemon)
    expect(asked).toHaveLength(1)
    expect(isCorrect()).toBe(true)
  })

  test('are loaded by a payment when they could not be before', async () => {
    const { loader, daemon, lies, isCorrect, lines } = scene(1_230_000)
    lies.distribution = () => {
      throw new ConnectionError('timed out')
    }
    await loader.loadIfDue(daemon)
    expect(lines).toEqual(['warning: output counts: no connection to daemon'])
    await expect(loader.sums(daemon)).rejects.toMatchObject({ code: -38 })
    lies.distribution = honest
    await loader.sums(daemon)
    expect(isCorrect()).toBe(true)
  })

  test('are requested again ten minutes after a failure, or from another daemon', async () => {
    const { loader, daemon, asked, lies, clock } = scene(1_230_000)
    lies.distribution = (only) => ({ ...only, amount: 1n })
    await loader.loadIfDue(daemon)
    await loader.loadIfDue(daemon)
    expect(asked).toHaveLength(1)
    clock.ms += 600_000
    await loader.loadIfDue(daemon)
    expect(asked).toHaveLength(2)
    await loader.loadIfDue({ ...daemon })
    expect(asked).toHaveLength(3)
  })

  test('are loaded once by simultaneous payments', async () => {
    const { loader, daemon, asked } = scene(1_230_000)
    await Promise.all([loader.loadIfDue(daemon), loader.sums(daemon), loader.sums(daemon)])
    expect(asked).toHaveLength(1)
  })
})

describe('counts that cannot be true', () => {
  const named = 'the counts of daemon node:18081 are wrong and are not used'

  test.each<[string, Change, string]>([
    [
      'whose sum is not the first index that the wallet read',
      (only) => ({
        ...only,
        compressed_data: only.compressed_data.map((each, at) => (at === 9 ? 1 : each)),
      }),
      'outputs below block 1229500, got',
    ],
    [
      'of a block with more outputs than its weight allows',
      (only) => ({
        ...only,
        compressed_data: packCounts([mostOutputsInBlock + 1, ...counts(ringct + 1, 1_230_005)]),
      }),
      'expected at most 882352 outputs in a block',
    ],
    [
      'of too few blocks',
      (only) => ({ ...only, compressed_data: only.compressed_data.slice(0, 99) }),
      'expected counts of 8984 blocks',
    ],
    [
      'with outputs before RingCT',
      (only) => ({ ...only, base: 5n }),
      'expected 0 outputs below block 1220516, got 5',
    ],
    [
      'from another block on',
      (only) => ({ ...only, start_height: 1_220_517n }),
      'expected counts from block 1179648',
    ],
  ])('error: %s', async (_, lie, message) => {
    const { loader, daemon, lies, lines, store, ready } = scene(1_230_000, { read: 500 })
    await ready
    const before = new Map(store.outputCounts.rows)
    lies.distribution = lie
    await loader.loadIfDue(daemon)
    expect(lines).toEqual([expect.stringContaining(message)])
    expect(lines[0]).toContain(named)
    await expect(loader.sums(daemon)).rejects.toThrow(named)
    expect(store.outputCounts.rows).toEqual(before)
  })

  test('error: that do not contain an own output at its height', async () => {
    const { loader, daemon, store } = scene(1_230_000)
    const height = 1_225_000n
    const own = (globalIndex: number) => someOutput({ height, globalIndex: BigInt(globalIndex) })
    const below = sumBelow(Number(height))
    const right = own(below + countAt(Number(height)) - 1)
    const wrong = own(below + countAt(Number(height)))
    await store.commit((change) => change.put(store.outputs, wrong.key, wrong))
    await expect(loader.sums(daemon)).rejects.toThrow(
      `expected output ${wrong.globalIndex} in block 1225000, which has outputs from ${below} up to`,
    )
    await store.commit((change) => change.delete(store.outputs, wrong.key))
    await store.commit((change) => change.put(store.outputs, right.key, right))
    await loader.sums(daemon)
  })

  test('error: in a file; the next request does not take it from a cache', async () => {
    const { loader, daemon, asked, lies, clock, isCorrect } = scene(1_300_000, { hasFiles: true })
    lies.file = (bytes) => bytes.map((byte, at) => (at === 60_000 ? byte ^ 1 : byte))
    await expect(loader.sums(daemon)).rejects.toThrow(named)
    lies.file = (bytes) => bytes
    clock.ms += 600_000
    await loader.loadIfDue(daemon)
    expect(asked).toContain(`fresh file ${firstFile}`)
    expect(isCorrect()).toBe(true)
  })

  test.each<[string, Change]>([
    ['not packed', (only) => ({ ...only, compress: false })],
    ['of another amount', (only) => ({ ...only, amount: 7n })],
  ])('error: an answer %s', async (_, lie) => {
    const { loader, daemon, lies } = scene(1_230_000)
    lies.distribution = lie
    await expect(loader.sums(daemon)).rejects.toMatchObject({
      code: -4,
      message: 'failed to get output distribution',
    })
  })
})
