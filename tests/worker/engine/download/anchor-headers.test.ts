import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { leastDifficulty } from '#protocol/checkpoints/pinned-history.ts'
import type { Daemon } from '../../../../worker/engine/base/ports.ts'
import {
  windowFromHeaders,
  windowStart,
} from '../../../../worker/engine/download/anchor-headers.ts'
import { keysOfSeed } from '../../../../worker/engine/keys/account.ts'
import { ScriptedChain } from '../../../support/chains/scripted-chain.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { testSeed } from '../../../support/wallets/test-wallet.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
const first = 3_710_016
/** As on mainnet at the last checkpoint. */
const difficulty = 684_042_855_887n
const rules = { network: 'mainnet', least: leastDifficulty.mainnet } as const

/** Blocks of mainnet that come faster than their target. Difficulties follow their times from the 76th block on. */
const script = new ScriptedChain(crypto, keysOfSeed(crypto, testSeed), {
  network: 'mainnet',
  first,
  difficulty,
})
script.spacing = 90n
for (let at = 0; at < 120; at++) script.mine()

type Headers = Awaited<ReturnType<Daemon['rpc']['get_block_headers_range']>>['headers']
type Header = Headers[number]

/** The window before a height. @param lie - Changes the headers of the daemon. */
async function windowAt(height: number, lie: (headers: Headers) => Headers = (all) => all) {
  const requests: string[] = []
  const daemon = fakeDaemon({
    rpc: {
      async get_block_headers_range(range: { start_height: bigint; end_height: bigint }) {
        const [start, end] = [Number(range.start_height), Number(range.end_height)]
        requests.push(`${start}-${end}`)
        return { headers: lie(script.headers(start, end) as Headers) }
      },
    },
  })
  const [before] = script.headers(height - 1, height - 1)
  const id = hexToBytes(before!.hash)
  return { window: await windowFromHeaders(daemon, rules, BigInt(height), id), requests }
}

test('a window begins 735 blocks before, and never with the genesis block', () => {
  expect([737n, 736n, 735n, 2n, 1n].map(windowStart)).toEqual([2n, 1n, 1n, 1n, 1n])
  expect(windowStart(3_710_016n)).toBe(3_709_281n)
})

describe('the window before a height', () => {
  test.each([first, first + 30])(
    'has the times and difficulties of 735 headers: %i',
    async (height) => {
      const { window, requests } = await windowAt(height)
      expect(requests).toEqual([`${height - 735}-${height - 1}`])
      const headers = script.headers(height - 735, height - 1)
      expect(window.blocks).toEqual(
        headers.map((each) => ({ time: Number(each.timestamp), difficulty: each.difficulty })),
      )
      expect(window.next(120n)).toBe(script.headers(height, height)[0]!.difficulty)
    },
  )

  test('is empty before the first block, and nothing is requested', async () => {
    const { blocks } = await windowFromHeaders(fakeDaemon({}), rules, 1n, script.genesis)
    expect(blocks).toEqual([])
  })

  test('is read from sums of difficulties that exceed 64 bits', async () => {
    const height = first + 30
    const near = 2n ** 64n - script.headers(height - 400, height - 400)[0]!.cumulative_difficulty
    const { window } = await windowAt(height, (headers) =>
      headers.map((each) => ({
        ...each,
        cumulative_difficulty: BigInt.asUintN(64, each.cumulative_difficulty + near),
      })),
    )
    expect(window.blocks).toHaveLength(735)
  })
})

const edited =
  (edit: (header: Header, at: number) => Partial<Header>) =>
  (headers: Headers): Headers =>
    headers.map((header, at) => ({ ...header, ...edit(header, at) }))
const sumsOf = (each: (at: number) => bigint) => {
  let sum = 0n
  return edited((_, at) => ({ difficulty: each(at), cumulative_difficulty: (sum += each(at)) }))
}
const least = leastDifficulty.mainnet
const tooLow =
  'is less than a quarter of the difficulty at the newest checkpoint; choose another daemon'

describe('error: headers', () => {
  const height = first + 30
  const start = height - 735

  test.each<[string, (headers: Headers) => Headers, string]>([
    ['of which one is missing', (all) => all.slice(1), 'expected 735 block headers, got 734'],
    ['of which one is too many', (all) => [...all, all[0]!], 'expected 735 block headers, got 736'],
    [
      'of other heights',
      edited(({ height: own }) => ({ height: own + 1n })),
      `the header of block ${start} does not follow the one before`,
    ],
    [
      'that are no chain',
      edited((_, at) => (at === 9 ? { prev_hash: '00'.repeat(32) } : {})),
      `the header of block ${start + 9} does not follow the one before`,
    ],
    [
      'that end at another block',
      edited((_, at) => (at === 734 ? { hash: 'ab'.repeat(32) } : {})),
      `the header of block ${height - 1} is not the one that block ${height} names`,
    ],
    [
      'with another difficulty than their sums',
      edited(({ difficulty: own }, at) => (at === 734 ? { difficulty: own + 1n } : {})),
      `the difficulty in the header of block ${height - 1} contradicts its sum`,
    ],
    [
      'with a difficulty of zero',
      edited((_, at) => (at === 0 ? { difficulty: 0n } : {})),
      `the difficulty in the header of block ${start} contradicts its sum`,
    ],
    [
      'with a difficulty above 64 bits',
      edited((_, at) => (at === 0 ? { difficulty_top64: 1n } : {})),
      `the difficulty in the header of block ${start} contradicts its sum`,
    ],
    [
      'with a timestamp that no number holds',
      edited((_, at) => (at === 5 ? { timestamp: 2n ** 53n } : {})),
      `the header of block ${start + 5} has timestamp ${2n ** 53n}`,
    ],
    [
      'of which one has too little difficulty',
      sumsOf((at) => (at === 700 ? least - 1n : difficulty)),
      `difficulty ${least - 1n} of block ${start + 700} ${tooLow}`,
    ],
    [
      'with timestamps that make the next block easy',
      edited(({ timestamp }, at) => ({ timestamp: timestamp + 600n * BigInt(at) })),
      `of block ${height} ${tooLow}`,
    ],
  ])('%s are refused', async (_, lie, problem) => {
    await expect(windowAt(height, lie)).rejects.toMatchObject({
      name: 'InvalidDaemonData',
      problem: expect.stringContaining(problem) as string,
    })
  })

  test('with exactly the least difficulty are accepted', async () => {
    const lie = sumsOf((at) => (at === 700 ? least : difficulty))
    expect((await windowAt(height, lie)).window.blocks[700]!.difficulty).toBe(least)
  })

  test('before another block than the wallet has are refused', async () => {
    const daemon = script.daemon()
    const id = script.blocks[28]!.id
    await expect(windowFromHeaders(daemon, rules, BigInt(height), id)).rejects.toThrow(
      `the header of block ${height - 1} is not the one that block ${height} names`,
    )
    expect(bytesToHex(id)).toBe(script.headers(height - 2, height - 2)[0]!.hash)
  })
})
