import { describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../../worker/adapters/platform.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import { DownloadedChain, type KnownChain } from '../../../../worker/engine/download/download.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { readPiece } from '../../../../worker/engine/scan/read-piece.ts'
import {
  Branches,
  Decision,
  Difficulties,
  LighterBranches,
} from '../../../../worker/engine/sync/branches.ts'
import { contentOf, pieceOf } from '../../../support/chains/block-pieces.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { withBlocksArriving } from '../../../support/daemons/encoded-daemon.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const keys = keysOfSeed(crypto, testSeed)
const applied = Promise.resolve()

/** The wallet knows these blocks of a private chain. */
function chainOf({ genesis, blocks, height }: ScriptedChain): KnownChain {
  const ids = [genesis, ...blocks.map(({ id }) => id)]
  const times = [0, ...blocks.map(({ time }) => Number(time))]
  return {
    genesis,
    height: BigInt(height),
    first: 1n,
    at: (each) => ids[Number(each)],
    timeAt: (each) => times[Number(each)],
    workAt: () => undefined,
  }
}

/** The wallet has `ours` blocks. The daemon has others in place of the last `gone` ones. */
function scene(
  { ours, gone, theirs }: { ours: number; gone: number; theirs: number },
  given: { isTrusted?: boolean; pinnedHeight?: bigint } = {},
) {
  const script = new ScriptedChain(crypto, keys)
  for (let at = 0; at < ours; at++) script.mine()
  const chain = new DownloadedChain(chainOf(script))
  script.pop(gone)
  for (let at = 0; at < theirs; at++) script.mine()
  const served = withBlocksArriving(script.daemon())
  const transfers = {
    asked: 0,
    begun: 0,
    cancelled: 0,
    /** Before a transfer begins. */
    wait: Promise.resolve(),
    /** Whether nothing arrives. */
    doHang: false,
  }
  const daemon: Daemon = {
    ...served,
    async blocksArriving(params) {
      transfers.asked++
      const body = await served.blocksArriving(params)
      await transfers.wait
      transfers.begun++
      return {
        read: () => (transfers.doHang ? new Promise<never>(() => undefined) : body.read()),
        cancel() {
          transfers.cancelled++
          body.cancel()
        },
      }
    },
  }
  const { isTrusted = false, pinnedHeight = 0n } = given
  const branches = new Branches({
    chain,
    rules: { daemon, network: 'fakechain', pinnedHeight, least: 1n },
    isTrusted,
    source: () => ({
      daemon,
      crypto,
      clock: systemClock,
      network: 'fakechain',
      prune: true,
      onDownload: () => undefined,
    }),
    until: (work) => work,
  })
  /** Blocks of the daemon. @param from - Height of the first. @param count - Left out for all. */
  const slice = (from: number, count?: number) => {
    const content = contentOf(script, from)
    return readPiece(pieceOf({ ...content, blocks: content.blocks.slice(0, count) }), crypto)
  }
  /** Reads an answer of one slice. @param skip - Leading blocks that the wallet knows. */
  const read = async (
    from: number,
    { count, skip = 1 }: { count?: number; skip?: number } = {},
  ) => {
    branches.begin()
    const one = slice(from, count)
    const work = await branches.read(one, skip)
    if (skip < one.blocks.length) chain.add(one, work)
    return work
  }
  const decide = (isMore = false, before: Promise<void> = applied) =>
    branches.decide(isMore, BigInt(script.height), before)
  return { script, chain, branches, transfers, read, decide }
}

/** Why a branch is not followed. */
const refused = async (branch: Parameters<typeof scene>[0]) => {
  const { read, decide } = scene(branch)
  await read(branch.ours - branch.gone)
  return decide().then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}

describe('an answer', () => {
  test('of blocks that follow the known ones is applied', async () => {
    const { read, decide } = scene({ ours: 5, gone: 0, theirs: 3 })
    await read(5)
    await decide()
  })

  test('of known blocks is applied, whatever is known of their work', async () => {
    const { read, decide } = scene({ ours: 5, gone: 0, theirs: 0 })
    await read(2, { skip: 4 })
    await decide(true)
  })

  test('with more work than the blocks that it replaces is applied', async () => {
    const { read, decide } = scene({ ours: 9, gone: 3, theirs: 4 })
    expect((await read(6)).difficulties).toEqual(new Array(5).fill(undefined))
    await decide()
  })

  test('with less work is refused, and the error names both', async () => {
    expect(await refused({ ours: 9, gone: 3, theirs: 2 })).toMatchObject({
      name: 'InvalidDaemonData',
      problem:
        'its branch from block 7 on has work 2, and the blocks of the wallet have 3: ' +
        'choose another daemon, or mark it as trusted if it is your own',
    })
  })

  test('with the same work is refused', async () => {
    expect(await refused({ ours: 9, gone: 3, theirs: 3 })).toMatchObject({
      problem: expect.stringContaining('has work 3, and the blocks of the wallet have 3') as string,
    })
  })

  test.each([
    ['of a trusted daemon', { isTrusted: true }],
    ['that replaces pinned blocks, which the pins decide', { pinnedHeight: 8n }],
  ])('%s is applied with less work', async (_, given) => {
    const { read, decide } = scene({ ours: 9, gone: 3, theirs: 1 }, given)
    await read(6)
    await decide()
  })

  test('that replaces blocks above the pins needs more work', async () => {
    const { read, decide } = scene({ ours: 9, gone: 3, theirs: 1 }, { pinnedHeight: 7n })
    await read(6)
    await expect(decide()).rejects.toThrow('has work 1')
  })

  test('of a wallet without blocks replaces none', async () => {
    const { script, chain, branches, decide } = scene({ ours: 0, gone: 0, theirs: 3 })
    expect(chain.height).toBe(1n)
    branches.begin()
    const one = readPiece(pieceOf(contentOf(script)), crypto)
    chain.add(one, await branches.read(one, 0))
    await decide()
  })

  test('counts the blocks of all its slices', async () => {
    const { read, decide, branches, script, chain } = scene({ ours: 9, gone: 3, theirs: 4 })
    await read(6, { count: 3 })
    const rest = readPiece(pieceOf(contentOf(script, 9)), crypto)
    chain.add(rest, await branches.read(rest, 0))
    await decide()
  })
})

describe('a branch of several answers', () => {
  test('is read to its decisive block, after the answers before are applied', async () => {
    const { script, read, decide, transfers, chain } = scene({ ours: 20, gone: 10, theirs: 12 })
    script.perAnswer = 4
    await read(10, { count: 4 })
    let isApplied = false
    const before = new Promise<void>((resolve) =>
      setImmediate(() => {
        isApplied = true
        expect(transfers.asked).toBe(0)
        resolve()
      }),
    )
    await decide(true, before)
    expect(isApplied).toBe(true)
    // Three new blocks of each answer: 11 are more than 10.
    expect(transfers).toMatchObject({ begun: 3, cancelled: 1 })
    expect(chain.height).toBe(14n)
  })

  test('is refused when its end is reached without more work', async () => {
    const { script, read, decide, transfers } = scene({ ours: 20, gone: 10, theirs: 10 })
    script.perAnswer = 4
    await read(10, { count: 4 })
    await expect(decide(true)).rejects.toThrow('has work 10, and the blocks of the wallet have 10')
    expect(transfers.begun).toBe(3)
  })

  test('error: has other blocks when it is requested again', async () => {
    const { script, read, decide } = scene({ ours: 20, gone: 10, theirs: 12 })
    script.perAnswer = 4
    await read(10, { count: 4 })
    await decide(true)
    await read(13, { count: 4 })
    await decide(true)
    script.pop(5)
    for (let at = 0; at < 5; at++) script.mine()
    await expect(read(16, { count: 4 })).rejects.toThrow(
      'block 18 is not the one that it sent a moment before; refresh again, or choose another daemon',
    )
  })

  test('error: ends earlier when it is requested again', async () => {
    const { script, read, decide } = scene({ ours: 20, gone: 10, theirs: 12 })
    script.perAnswer = 4
    await read(10, { count: 4 })
    await decide(true)
    await read(13, { count: 4 })
    await expect(decide(false)).rejects.toThrow('block 17 is not the one that it sent a moment')
  })

  test('ends a transfer that begins after it was stopped', async () => {
    const { branches, read, decide, transfers } = scene({ ours: 20, gone: 10, theirs: 12 })
    await read(10, { count: 4 })
    let begin!: () => void
    transfers.wait = new Promise((resolve) => (begin = resolve))
    transfers.doHang = true
    void decide(true)
    await vi.waitFor(() => expect(transfers.asked).toBe(1))
    branches.stop()
    expect(transfers.begun).toBe(0)
    begin()
    await vi.waitFor(() => expect(transfers).toMatchObject({ begun: 1, cancelled: 1 }))
  })

  test('ends its transfer when it is stopped', async () => {
    const { branches, read, decide, transfers } = scene({ ours: 20, gone: 10, theirs: 12 })
    await read(10, { count: 4 })
    transfers.doHang = true
    void decide(true)
    await vi.waitFor(() => expect(transfers.begun).toBe(1))
    // The answer is known to the branch once it begins to arrive.
    await new Promise((resolve) => setImmediate(resolve))
    branches.stop()
    expect(transfers.cancelled).toBe(1)
  })
})

describe('Difficulties', () => {
  test('are not computed on a private chain, nor for pinned blocks, and nothing is requested', async () => {
    const daemon = fakeDaemon({})
    for (const network of ['fakechain', 'mainnet'] as const) {
      const { script, chain } = scene({ ours: 4, gone: 0, theirs: 0 })
      const rules = { daemon, network, pinnedHeight: 5n, least: 1n }
      const one = readPiece(pieceOf(contentOf(script)), crypto)
      expect(await new Difficulties(rules, chain).of(one, 0)).toEqual({
        difficulties: new Array(4).fill(undefined),
        anchor: undefined,
      })
    }
  })

  test('are computed from the first block above the pins on', async () => {
    const { script, chain } = scene({ ours: 4, gone: 0, theirs: 0 })
    const rules = {
      daemon: script.daemon(),
      network: 'mainnet' as const,
      pinnedHeight: 4n,
      least: 1n,
    }
    const one = readPiece(pieceOf(contentOf(script)), crypto)
    const { difficulties, anchor } = await new Difficulties(rules, chain).of(one, 0)
    expect(difficulties.slice(0, 3)).toEqual([undefined, undefined, undefined])
    expect(difficulties[3]).toBeGreaterThan(0n)
    expect(anchor?.height).toBe(4n)
  })
})

describe('a branch with less work', () => {
  const daemon = fakeDaemon({})
  const short = { ours: 9, gone: 3, theirs: 2 }

  function patience() {
    const clock = { nowMs: 0, monotonicMs: () => clock.nowMs }
    return { clock, lighter: new LighterBranches(clock) }
  }

  test('is an error once the daemon was on it for ten minutes', async () => {
    const { clock, lighter } = patience()
    const error = await refused(short)
    expect(lighter.stay(error, daemon)).toBe(false)
    clock.nowMs = 599_999
    expect(lighter.stay(error, daemon)).toBe(false)
    clock.nowMs = 600_000
    expect(() => lighter.stay(error, daemon)).toThrow(error as Error)
  })

  test.each([
    ['after the daemon was on the chain of the wallet', daemon],
    ['for another daemon', fakeDaemon({})],
  ])('has ten minutes again %s', async (_, now) => {
    const { clock, lighter } = patience()
    const error = await refused(short)
    lighter.stay(error, daemon)
    clock.nowMs = 600_000
    if (now === daemon) lighter.forget()
    expect(lighter.stay(error, now)).toBe(false)
    clock.nowMs = 1_199_999
    expect(lighter.stay(error, now)).toBe(false)
    clock.nowMs = 1_200_000
    expect(() => lighter.stay(error, now)).toThrow()
  })

  test('is no error while it has the same work', async () => {
    const { clock, lighter } = patience()
    const error = await refused({ ours: 9, gone: 3, theirs: 3 })
    expect(lighter.stay(error, daemon)).toBe(false)
    clock.nowMs = 3_600_000
    expect(lighter.stay(error, daemon)).toBe(false)
  })

  test('is an error at once when the daemon reports more blocks than the wallet has', async () => {
    const { read, branches } = scene(short)
    await read(6)
    const error = await branches.decide(false, 11n, applied).catch((reason: unknown) => reason)
    const { lighter } = patience()
    expect(() => lighter.stay(error, daemon)).toThrow('has work 2')
  })

  test('is the only error that is held back', () => {
    const error = new Error('disk full')
    expect(() => patience().lighter.stay(error, daemon)).toThrow(error)
  })
})

describe('a decision', () => {
  test('is awaited until it is made', async () => {
    const decision = new Decision()
    let isMade = false
    const made = decision.made.then(() => (isMade = true))
    await new Promise((resolve) => setImmediate(resolve))
    expect(isMade).toBe(false)
    decision.apply()
    await made
  })

  test('that nothing awaits may be a refusal', async () => {
    const decision = new Decision()
    decision.refuse(new Error('less work'))
    await new Promise((resolve) => setImmediate(resolve))
    await expect(decision.made).rejects.toThrow('less work')
  })
})
