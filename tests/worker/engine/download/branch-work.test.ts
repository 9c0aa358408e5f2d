import { describe, expect, test } from 'vitest'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { BranchWork } from '../../../../worker/engine/download/branch-work.ts'
import { DownloadedChain, type KnownChain } from '../../../../worker/engine/download/download.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { BlockIds } from '../../../../worker/engine/ledger/block-ids.ts'
import { readPiece } from '../../../../worker/engine/scan/read-piece.ts'
import type { Slice } from '../../../../worker/engine/scan/slice.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { contentOf, pieceOf } from '../../../support/chains/block-pieces.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { withCalls } from '../../../support/daemons/lying-daemon.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const keys = keysOfSeed(crypto, testSeed)
const first = 3_710_016

type Headers = Awaited<ReturnType<Daemon['rpc']['get_block_headers_range']>>

/**
 * A chain of mainnet, of which a wallet without blocks reads slices. Difficulties follow the times of blocks from the 76th
 * block on.
 */
function scene({ blocks = 140, spacing = 90n, pinned = 0, difficulty = 684_042_855_887n } = {}) {
  const script = new ScriptedChain(crypto, keys, { network: 'mainnet', first, difficulty })
  script.spacing = spacing
  for (let at = 0; at < blocks; at++) script.mine()
  const requests: string[] = []
  const lie = { headers: (answer: Headers): Headers => answer }
  const honest = script.daemon()
  const daemon = withCalls(honest, {
    rpc: {
      async get_block_headers_range(range) {
        requests.push(`${range.start_height}-${range.end_height}`)
        return lie.headers(await honest.rpc.get_block_headers_range(range))
      },
    },
  })
  const empty = new BlockIds(new Store(async () => {}), 'mainnet')
  const chain = new DownloadedChain(empty)
  const rules = { daemon, network: 'mainnet' as const, pinnedHeight: BigInt(pinned), least: 1n }
  const work = new BranchWork(rules, chain)
  /** Blocks from a height to below another. */
  const slice = (from: number, to: number): Slice => {
    const content = contentOf(script, from - first + 1)
    return readPiece(pieceOf({ ...content, blocks: content.blocks.slice(0, to - from) }), crypto)
  }
  /** Reads the next slice. @param skip - Leading blocks that are known. */
  const read = async (from: number, to: number, skip = 0) => {
    const next = slice(from, to)
    const measured = await work.measure(next, skip)
    if (skip < to - from) chain.add(next, measured)
    return measured
  }
  /** As the node has them. */
  const expected = (from: number, to: number) =>
    script.headers(from, to - 1).map((header) => header.difficulty)
  return { script, lie, requests, rules, chain, slice, read, expected }
}

describe('the difficulties of slices', () => {
  test('follow from headers before the first one, which are requested once', async () => {
    const { read, expected, requests } = scene()
    const one = await read(first, first + 110)
    expect(one.difficulties).toEqual(expected(first, first + 110))
    expect(one.anchor?.height).toBe(BigInt(first))
    const next = await read(first + 110, first + 125)
    expect(next).toEqual({ difficulties: expected(first + 110, first + 125), anchor: undefined })
    // An answer begins with the last block of the one before.
    const last = await read(first + 124, first + 140, 1)
    expect(last).toEqual({ difficulties: expected(first + 124, first + 140), anchor: undefined })
    expect(requests).toEqual([`${first - 735}-${first - 1}`])
    // They differ: blocks come faster than their target.
    expect(new Set(expected(first, first + 140)).size).toBeGreaterThan(10)
  })

  test('follow from the blocks of the chain where another branch begins', async () => {
    const { read, expected, requests, script } = scene()
    await read(first, first + 140)
    script.pop(20)
    script.spacing = 700n
    for (let at = 0; at < 30; at++) script.mine()
    const { difficulties, anchor } = await read(first + 110, first + 150, 10)
    expect(difficulties).toEqual(expected(first + 110, first + 150))
    expect(anchor).toBeUndefined()
    expect(requests).toHaveLength(1)
  })

  test('of known blocks are those of the chain, and nothing is requested', async () => {
    const { read, slice, rules, chain, requests } = scene()
    const { difficulties } = await read(first, first + 140)
    const again = await new BranchWork(rules, chain).measure(slice(first + 130, first + 140), 10)
    expect(again).toEqual({ difficulties: difficulties.slice(130), anchor: undefined })
    expect(requests).toHaveLength(1)
  })

  test('are unknown below the pins, and follow from headers below the first one above', async () => {
    const pinned = first + 120
    const { read, expected, requests } = scene({ pinned })
    const unknown = (count: number) => new Array<undefined>(count).fill(undefined)
    expect(await read(first, first + 110)).toEqual({
      difficulties: unknown(110),
      anchor: undefined,
    })
    const { difficulties, anchor } = await read(first + 109, first + 140, 1)
    expect(difficulties).toEqual([...unknown(11), ...expected(pinned, first + 140)])
    expect(anchor?.height).toBe(BigInt(pinned))
    expect(requests).toEqual([`${pinned - 735}-${pinned - 1}`])
  })

  test('follow from headers below the slice where the wallet has blocks of unknown difficulty', async () => {
    const { slice, rules, expected, requests, script } = scene()
    const known: KnownChain = {
      genesis: script.genesis,
      height: BigInt(first + 120),
      first: BigInt(first),
      at: () => undefined,
      timeAt: () => undefined,
      workAt: () => undefined,
    }
    const work = new BranchWork(rules, known)
    const { difficulties, anchor } = await work.measure(slice(first + 115, first + 140), 5)
    expect(difficulties.slice(0, 5)).toEqual(new Array(5).fill(undefined))
    expect(difficulties.slice(5)).toEqual(expected(first + 120, first + 140))
    // The request shows where the answer begins, and not which of its blocks the wallet knows.
    expect(requests).toEqual([`${first + 115 - 735}-${first + 114}`])
    expect(anchor?.height).toBe(BigInt(first + 120))
  })

  test('begin with the first block after the genesis block, which counts nowhere', async () => {
    const script = new ScriptedChain(crypto, keys)
    for (let at = 0; at < 5; at++) script.mine()
    const chain = new DownloadedChain(new BlockIds(new Store(async () => {}), 'testnet'))
    const rules = {
      daemon: fakeDaemon({}),
      network: 'testnet',
      pinnedHeight: 0n,
      least: 1n,
    } as const
    const slice = readPiece(pieceOf(contentOf(script)), crypto)
    const { difficulties } = await new BranchWork(rules, chain).measure(slice, 0)
    expect(difficulties.slice(0, 2)).toEqual([1n, 1n])
    expect(difficulties).not.toContain(undefined)
  })
})

test('error: timestamps lead to a difficulty above 64 bits, and the error names the block', async () => {
  const difficulty = 2n ** 60n
  const { read, lie } = scene({ difficulty })
  // As if 599 of these blocks had taken a second.
  lie.headers = (answer) => ({
    ...answer,
    headers: answer.headers.map((each) => ({ ...each, timestamp: 1_700_000_000n })),
  })
  await expect(read(first, first + 10)).rejects.toMatchObject({
    name: 'InvalidDaemonData',
    problem: `the timestamps before block ${first} lead to difficulty ${599n * difficulty * 120n}`,
  })
})
