/** What a daemon claims about work: the difficulty of blocks follows from timestamps, not from its headers. */
import { describe, expect, test } from 'vitest'
import { leastDifficulty } from '#protocol/checkpoints/pinned-history.ts'
import type { Daemon, PinnedBlocksSource } from '../../worker/engine/base/ports.ts'
import { keysOfSeed } from '../../worker/engine/keys/account.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { ScriptedChain } from '../support/chains/scripted-chain.ts'
import { withCalls } from '../support/daemons/lying-daemon.ts'
import { allTables } from '../support/wallets/crashing-wallet.ts'
import { scriptedWallet } from '../support/wallets/scripted-wallet.ts'
import { testSeed } from '../support/wallets/test-wallet.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const crypto = await testCrypto()

/** A multiple of 64 above the pinned blocks of mainnet. */
const first = 3_710_016
/** As on mainnet at the last checkpoint. */
const difficulty = 684_042_855_887n

type Headers = Awaited<ReturnType<Daemon['rpc']['get_block_headers_range']>>

/** Blocks above the pinned ones, as if nothing but the least difficulty were known of those. */
const abovePins: PinnedBlocksSource = {
  heightOf: () => 0n,
  leastDifficultyOf: (network) => leastDifficulty[network],
  load: async () => ({ checkpoints: [], groups: new Uint8Array() }),
}

/** A wallet of mainnet that begins at the first block, and its daemon; `lie` changes the headers. */
async function scene({ pinnedBlocks = abovePins, blocks = 30 } = {}) {
  const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed), {
    network: 'mainnet',
    first,
    difficulty,
  })
  script.perAnswer = 17
  for (let at = 0; at < blocks; at++) script.mine()
  const daemon = {
    ranges: [] as string[],
    lie: (headers: Headers['headers']) => headers,
    requests: 0,
    before: (_request: number): void => undefined,
  }
  const made = await scriptedWallet(crypto, {
    script,
    pinnedBlocks,
    trusted: false,
    wanted: { network: 'mainnet', restoreHeight: BigInt(first), name: 'w' },
    wrap: (honest) =>
      withCalls(honest, {
        bin: {
          async get_blocks(params) {
            daemon.before(++daemon.requests)
            return honest.bin.get_blocks(params)
          },
        },
        rpc: {
          async get_block_headers_range(range) {
            daemon.ranges.push(`${range.start_height}-${range.end_height}`)
            const answer = await honest.rpc.get_block_headers_range(range)
            return { ...answer, headers: daemon.lie(answer.headers) }
          },
        },
      }),
  })
  return { ...made, daemon }
}

/** Expects that all blocks of the wallet have the difficulty that the node has for them. */
function expectDifficulties({ chain }: Wallet, script: ScriptedChain, from = first) {
  const headers = script.headers(from, script.height - 1)
  expect(headers.map(({ height }) => chain.difficultyAt(height))).toEqual(
    headers.map((each) => each.difficulty),
  )
}

async function expectRefused(wallet: Wallet, problem: string) {
  const before = structuredClone(allTables(wallet.store))
  await expect(wallet.sync.refresh()).rejects.toMatchObject({
    name: 'RpcError',
    reason: 'UNKNOWN_ERROR',
    message: `the answer of daemon scripted is not to be trusted: ${problem}`,
  })
  expect(allTables(wallet.store)).toEqual(before)
}

describe('the difficulty of a block', () => {
  test('follows from timestamps, across answers, refreshes and restarts; headers are requested once', async () => {
    const { service, script, daemon } = await scene()
    await service.wallet!.sync.refresh()
    expect(service.wallet!.chain.height).toBe(BigInt(script.height))
    expectDifficulties(service.wallet!, script)

    script.spacing = 30n
    for (let at = 0; at < 40; at++) script.mine()
    await service.wallet!.sync.refresh()
    await service.close()
    const wallet = await service.open('w', '')
    script.spacing = 500n
    for (let at = 0; at < 25; at++) script.mine()
    await wallet.sync.refresh()
    expectDifficulties(wallet, script)
    expect(wallet.chain.difficultyAt(BigInt(script.height))).toBeUndefined()
    expect(wallet.chain.difficultyAt(BigInt(first) - 1n)).toBeUndefined()
    expect(daemon.ranges).toEqual([`${first - 735}-${first - 1}`])
  })

  test('is that of the branch after a reorganisation', async () => {
    const { wallet, script, daemon } = await scene()
    await wallet.sync.refresh()
    script.pop(20)
    script.spacing = 20n
    for (let at = 0; at < 30; at++) script.mine()
    await wallet.sync.refresh()
    expectDifficulties(wallet, script)
    expect(daemon.ranges).toHaveLength(1)
  })

  test('is that of the branch when the node changes it between two answers', async () => {
    const { wallet, script, daemon } = await scene({ blocks: 100 })
    daemon.before = (request) => {
      if (request !== 4) return
      script.pop(65)
      script.spacing = 20n
      for (let at = 0; at < 110; at++) script.mine()
    }
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(BigInt(script.height))
    expectDifficulties(wallet, script)
    expect(daemon.ranges).toHaveLength(1)
  })

  test('is computed above the pinned blocks only, from headers that are the same for all wallets', async () => {
    const pinned = first + 40
    const { wallet, script, daemon } = await scene({
      blocks: 60,
      pinnedBlocks: { ...abovePins, heightOf: () => BigInt(pinned) },
    })
    await wallet.sync.refresh()
    expect(wallet.chain.height).toBe(BigInt(script.height))
    expect(wallet.chain.difficultyAt(BigInt(pinned) - 1n)).toBeUndefined()
    expectDifficulties(wallet, script, pinned)
    expect(daemon.ranges).toEqual([`${pinned - 735}-${pinned - 1}`])
  })

  test('is computed from the next refresh on in a wallet of an earlier version', async () => {
    const { service, script, daemon } = await scene({ blocks: 100 })
    await service.wallet!.sync.refresh()
    const { store } = service.wallet!
    await store.commit((change) => {
      change.delete(store.anchor, store.anchor.key)
      for (const [name, { difficulties: _, ...segment }] of store.blocks.rows)
        change.put(store.blocks, name, segment)
    })
    await service.close()
    const wallet = await service.open('w', '')
    const known = script.height
    for (let at = 0; at < 5; at++) script.mine()
    await wallet.sync.refresh()
    expect(wallet.chain.difficultyAt(BigInt(known) - 1n)).toBeUndefined()
    expectDifficulties(wallet, script, known)
    // The last multiple of 64 below the wallet's top.
    expect(daemon.ranges.slice(1)).toEqual([`${first + 64 - 735}-${first + 63}`])
  })

  test('is computed again after a rescan', async () => {
    const { wallet, script, daemon } = await scene()
    await wallet.sync.refresh()
    await wallet.sync.rescan({ hard: false })
    expectDifficulties(wallet, script)
    expect(daemon.ranges).toHaveLength(2)
  })

  test('is not known on a private chain, and no headers are requested', async () => {
    const { wallet, script } = await scriptedWallet(crypto, {
      wrap: (daemon) => withCalls(daemon, { rpc: { get_block_headers_range: () => fail() } }),
    })
    script.mine().mine()
    await wallet.sync.refresh()
    expect([wallet.chain.height, wallet.chain.difficultyAt(2n)]).toEqual([3n, undefined])
  })
})

const fail = () => Promise.reject(new Error('headers were requested'))
type Header = Headers['headers'][number]
const edited =
  (edit: (header: Header, at: number) => Partial<Header>) => (headers: Headers['headers']) =>
    headers.map((header, at) => ({ ...header, ...edit(header, at) }))
const tooLow =
  'is less than a quarter of the difficulty at the newest checkpoint; choose another daemon'

describe('error: headers before the first block', () => {
  test.each([
    [
      'with less difficulty than a quarter of the last checkpoint',
      edited((header) => ({
        difficulty: 171_010_713_970n,
        cumulative_difficulty: header.height * 171_010_713_970n,
      })),
      `difficulty 171010713970 of block ${first - 735} ${tooLow}`,
    ],
    [
      'with timestamps that make the next block easy',
      edited((header, at) => ({ timestamp: header.timestamp - 600n * BigInt(735 - at) })),
      `difficulty 114007142648 of block ${first} ${tooLow}`,
    ],
    [
      'with another difficulty than their sums',
      edited((_, at) => (at === 9 ? { difficulty: difficulty + 1n } : {})),
      `the difficulty in the header of block ${first - 726} contradicts its sum`,
    ],
    [
      'with a difficulty above 64 bits',
      edited((_, at) => (at === 0 ? { difficulty_top64: 1n } : {})),
      `the difficulty in the header of block ${first - 735} contradicts its sum`,
    ],
    [
      'that do not follow each other',
      edited((_, at) => (at === 700 ? { prev_hash: '00'.repeat(32) } : {})),
      `the header of block ${first - 35} does not follow the one before`,
    ],
    [
      'of other heights',
      edited(({ height }) => ({ height: height - 1n })),
      `the header of block ${first - 735} does not follow the one before`,
    ],
    [
      'that end at another block',
      edited((_, at) => (at === 734 ? { hash: 'ab'.repeat(32) } : {})),
      `the header of block ${first - 1} is not the one that block ${first} names`,
    ],
    [
      'of which one is missing',
      (headers: Headers['headers']) => headers.slice(1),
      'expected 735 block headers, got 734',
    ],
    [
      'with a timestamp that is not a time',
      edited((_, at) => (at === 3 ? { timestamp: 1n << 60n } : {})),
      `the header of block ${first - 732} has timestamp ${1n << 60n}`,
    ],
  ])('%s are refused', async (_, lie, problem) => {
    const { wallet, script, daemon } = await scene()
    daemon.lie = lie
    await expectRefused(wallet, problem)
    daemon.lie = (headers) => headers
    await wallet.sync.refresh()
    expectDifficulties(wallet, script)
  })
})
