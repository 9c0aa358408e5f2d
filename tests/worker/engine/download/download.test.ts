import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import type { BlockDownload } from '../../../../worker/engine/download/block-download.ts'
import {
  chainBelow,
  downloadAfter,
  DownloadedChain,
  downloadFrom,
  type KnownChain,
} from '../../../../worker/engine/download/download.ts'
import { anchorOf } from '../../../../worker/engine/ledger/block-ids.ts'
import { idIn, type Slice } from '../../../../worker/engine/scan/slice.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { withBlocksArriving } from '../../../support/daemons/encoded-daemon.ts'
import {
  expectRejected,
  withCalls,
  type BlocksAnswer,
  type Lie,
} from '../../../support/daemons/lying-daemon.ts'

import { testCrypto } from '../../../support/wasm/crypto.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'

const crypto = await testCrypto()

/** Id of a block of a branch. */
const id = (height: bigint, branch = 0) => {
  const bytes = new Uint8Array(32).fill(branch)
  bytes[0] = Number(height)
  return bytes
}
/** A chain whose known ids are those from `first` to below `height`, and the genesis block. */
const chainOf = (first: bigint, height: bigint): KnownChain => ({
  genesis: id(0n),
  height,
  first,
  at: (each) => (each === 0n || (each >= first && each < height) ? id(each) : undefined),
  timeAt: (each) => (each === 0n || (each >= first && each < height) ? Number(each) : undefined),
  workAt: (each) => (each >= first && each < height ? work(Number(each)) : undefined),
})
const work = (time: number) => ({ time, difficulty: BigInt(time) + 1000n })
const unknownWork = { difficulties: [], anchor: undefined }
/** Blocks of a branch, from a height to below another. */
function sliceOf(height: bigint, top: bigint, branch: number): Slice {
  const heights = Array.from({ length: Number(top - height) }, (_, at) => height + BigInt(at))
  const ids = new Uint8Array(heights.flatMap((each) => [...id(each, branch)]))
  const times = Float64Array.from(heights, (each) => 100 * branch + Number(each))
  return { height, ids, times, blocks: new Uint32Array(heights.length) } as Slice
}
/** The branch of each known block from 0 to below 12. */
const branches = (chain: KnownChain) =>
  Array.from({ length: 12 }, (_, at) => {
    const branch = chain.at(BigInt(at))?.[31]
    expect(chain.timeAt(BigInt(at))).toBe(branch === undefined ? undefined : 100 * branch + at)
    return branch ?? '-'
  }).join('')

describe('DownloadedChain', () => {
  test('is the chain of the wallet while nothing is downloaded', () => {
    const chain = new DownloadedChain(chainOf(3n, 6n))
    expect([chain.first, chain.height, branches(chain)]).toEqual([3n, 6n, '0--000------'])
    expect(chain.genesis).toEqual(id(0n))
  })

  test('continues with the downloaded slices', () => {
    const chain = new DownloadedChain(chainOf(3n, 6n))
    chain.add(sliceOf(6n, 8n, 1), unknownWork)
    chain.add(sliceOf(8n, 9n, 2), unknownWork)
    expect([chain.first, chain.height, branches(chain)]).toEqual([3n, 9n, '0--000112---'])
  })

  test('holds none of the blocks that a downloaded branch replaces', () => {
    const chain = new DownloadedChain(chainOf(1n, 10n))
    chain.add(sliceOf(5n, 7n, 1), unknownWork)
    expect([chain.first, chain.height, branches(chain)]).toEqual([1n, 7n, '0000011-----'])
  })

  test('prefers the later of two slices with the same blocks', () => {
    const chain = new DownloadedChain(chainOf(1n, 4n))
    chain.add(sliceOf(4n, 9n, 1), unknownWork)
    chain.add(sliceOf(6n, 8n, 2), unknownWork)
    expect([chain.height, branches(chain)]).toEqual([8n, '000011221---'])
  })

  test('begins at the download where blocks between are unknown', () => {
    const chain = new DownloadedChain(chainOf(1n, 4n))
    chain.add(sliceOf(8n, 10n, 1), unknownWork)
    expect([chain.first, chain.height]).toEqual([8n, 10n])
    const whole = new DownloadedChain(chainOf(1n, 4n))
    whole.add(sliceOf(0n, 3n, 1), unknownWork)
    expect([whole.first, whole.height]).toEqual([1n, 3n])
  })

  test('drops the newest slices, which failed, and the oldest, which was applied', () => {
    const chain = new DownloadedChain(chainOf(1n, 4n))
    for (const at of [4n, 5n, 6n, 7n]) chain.add(sliceOf(at, at + 1n, Number(at)), unknownWork)
    chain.drop(2)
    expect([chain.height, branches(chain)]).toEqual([6n, '000045------'])
    chain.dropApplied()
    expect(chain.at(5n)).toEqual(id(5n, 5))
    chain.dropApplied()
    expect([chain.height, branches(chain)]).toEqual([4n, '0000--------'])
  })
})

test('a DownloadedChain has the work of its blocks, of the newest anchor, and of the chain below', () => {
  const chain = new DownloadedChain(chainOf(3n, 6n))
  const works = () => [4n, 5n, 6n, 7n, 8n].map((height) => chain.workAt(height))
  chain.add(sliceOf(5n, 8n, 1), { difficulties: [undefined, 7n, undefined], anchor: undefined })
  expect(works()).toEqual([work(4), undefined, { time: 106, difficulty: 7n }, undefined, undefined])
  const early = anchorOf(8n, [{ time: 1, difficulty: 1n }])
  chain.add(sliceOf(8n, 9n, 1), { difficulties: [9n], anchor: early })
  const late = anchorOf(8n, [
    { time: 50, difficulty: 5n },
    { time: 60, difficulty: 6n },
    { time: 70, difficulty: 8n },
  ])
  chain.add(sliceOf(9n, 10n, 1), { difficulties: [10n], anchor: late })
  expect(works()).toEqual([
    work(4),
    { time: 50, difficulty: 5n },
    { time: 106, difficulty: 7n },
    { time: 70, difficulty: 8n },
    { time: 108, difficulty: 9n },
  ])
})

test('chainBelow hides the blocks from a height on', () => {
  const chain = chainBelow(chainOf(2n, 9n), 5n)
  expect([chain.first, chain.height, branches(chain)]).toEqual([2n, 5n, '0-000-------'])
  expect([chain.workAt(4n), chain.workAt(5n)]).toEqual([work(4), undefined])
})

describe('a download', () => {
  /** A chain of 6 blocks, and the source that reads it. */
  function scene(change: (answer: BlocksAnswer) => BlocksAnswer = (answer) => answer) {
    const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed))
    for (let mined = 0; mined < 5; mined++) script.mine()
    const honest = script.daemon()
    const get_blocks: Daemon['bin']['get_blocks'] = async (params) =>
      change(await honest.bin.get_blocks(params))
    const begun: BlockDownload[] = []
    const source = {
      daemon: withBlocksArriving(withCalls(honest, { bin: { get_blocks } })),
      crypto,
      clock: systemClock,
      network: 'fakechain' as const,
      prune: true,
      onDownload: (download: BlockDownload) => void begun.push(download),
    }
    const ids = [script.genesis, ...script.blocks.map((block) => block.id)]
    const chain = (height: number): KnownChain => ({
      ...chainOf(1n, BigInt(height)),
      genesis: script.genesis,
      at: (each) => (each < height ? ids[Number(each)] : undefined),
    })
    return { source, begun, ids, chain }
  }

  test('from a height starts there, and is reported as soon as it begins', async () => {
    const { source, begun, ids, chain } = scene()
    const download = await downloadFrom(source, chain(1), 3n)
    expect(begun).toEqual([download])
    const slice = (await download.at(0))!
    expect([slice.height, idIn(slice, 0)]).toEqual([3n, ids[3]])
    expect(await download.end).toMatchObject({ currentHeight: 6n })
  })

  test('after a chain starts at its last block', async () => {
    const { source, ids, chain } = scene()
    const slice = (await (await downloadAfter(source, chain(4))).at(0))!
    expect([slice.height, idIn(slice, 0), idIn(slice, 1)]).toEqual([3n, ids[3], ids[4]])
  })

  test('after a chain with the same top block is empty', async () => {
    const { source, chain } = scene()
    const download = await downloadAfter(source, chain(6))
    expect(await download.at(0)).toBeUndefined()
  })

  test('error: from a height, the daemon starts at another block', async () => {
    const { source, chain } = scene((answer) => ({
      ...answer,
      blocks: answer.blocks.slice(1),
      output_indices: answer.output_indices.slice(1),
      start_height: answer.start_height + 1n,
    }))
    await expect(downloadFrom(source, chain(1), 3n)).rejects.toThrow('it does not begin at block 3')
  })
})

const lies: [string, Lie, string][] = [
  [
    'gives no blocks though it has more',
    { blocks: (a) => ({ ...a, blocks: [], output_indices: [] }) },
    'it holds no blocks',
  ],
  [
    'begins with unknown blocks',
    {
      blocks: (a) => ({
        ...a,
        blocks: a.blocks.slice(1),
        output_indices: a.output_indices.slice(1),
        start_height: a.start_height + 1n,
      }),
    },
    'it does not begin at a block we know',
  ],
]

describe('error: a daemon that', () => {
  test.each(lies)('%s is refused, and nothing changes', (_, lie, message) =>
    expectRejected(lie, message),
  )
})
