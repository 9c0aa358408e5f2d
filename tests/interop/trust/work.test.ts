/**
 * What a daemon claims about work, on chains that real monerods keep under the rules of stagenet. The wallet computes the
 * difficulty of their blocks from timestamps, which it does not on a private chain.
 */
import { describe, expect } from 'vitest'
import type { PinnedBlocksSource } from '../../../worker/engine/base/ports.ts'
import { startMonerod, type Monerod, type Result } from '../../support/programs/monerod.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import { startDeceivedWallet } from '../../support/trust/deceived-wallet.ts'
import { copyBlocks } from '../../support/trust/forged-blocks.ts'
import { ofJson, type Lie } from '../../support/trust/lie.ts'
import { shownText } from '../../support/trust/shown-text.ts'
import { mineAt, timesAfter } from '../../support/trust/timed-blocks.ts'
import { allTables } from '../../support/wallets/crashing-wallet.ts'
import { testWallet } from '../../support/wallets/test-wallet.ts'

/** A multiple of 64: the wallet requests the headers before it. */
const first = 64n
/** As if the difficulty at the newest checkpoint were eight. */
const least = 2n
const pinnedBlocks: PinnedBlocksSource = {
  heightOf: () => 0n,
  leastDifficultyOf: () => least,
  load: async () => ({ checkpoints: [], groups: new Uint8Array() }),
}

/** Seconds between blocks of version 1. monero DIFFICULTY_TARGET_V1 */
const target = 60
/** Unix seconds. */
const start = 1_600_000_000
const wanted = { network: 'stagenet' } as const

/** Of the miner. */
let address: string

beforeAll(async () => {
  address = (await testWallet(wanted)).primaryAddress
})

/** Hashes of old blocks take long: difficulties are low, and blocks are few. */
const stagenet = (difficulty: number) => startMonerod({ isStagenet: true, difficulty })

test('error: a branch with more blocks and less work', async () => {
  const [honest, other] = await Promise.all([stagenet(1), stagenet(1)])
  await mineAt(honest, timesAfter(start, 10, target), address)
  await copyBlocks(honest, other)
  const forked = start + 10 * target
  // Four blocks in the time of one: their difficulty rises.
  await mineAt(honest, timesAfter(forked, 12, target / 4), address)
  await mineAt(other, timesAfter(forked, 15, 4 * target), address)

  const { wallet, proxy, call } = await startDeceivedWallet(honest, { wanted })
  await call('refresh')
  expect(wallet.chain.height).toBe(23n)
  expect(wallet.chain.difficultyAt(22n)).toBeGreaterThan(1n)
  const before = allTables(wallet.store)
  proxy.node = other.url
  await expect(call('refresh')).rejects.toThrow(
    shownText('a branch with more blocks and less work'),
  )
  expect(allTables(wallet.store)).toEqual(before)

  // A wallet that does not know the other branch accepts it.
  const fresh = await startDeceivedWallet(other, { wanted })
  await fresh.call('refresh')
  expect(fresh.wallet.chain.height).toBe(26n)
  await Promise.all([honest.stop(), other.stop()])
})

type Header = Record<'height' | 'timestamp' | 'difficulty' | 'cumulative_difficulty', number> &
  Record<'hash' | 'prev_hash', string>

const headers = (edit: (header: Header, at: number) => Partial<Header>): Lie['tamper'] =>
  ofJson('/json_rpc:get_block_headers_range', '', '', (answer) => ({
    headers: (answer.headers as Result[]).map((header, at) => ({
      ...header,
      ...edit(header as Header, at),
    })),
  })).tamper

const tooEasy =
  'headers with a difficulty far below that of the newest checkpoint, or timestamps that lead to one'
const noSum = 'headers whose difficulties are not the differences of their sums'
const noChain = 'headers that are no chain, or not that of the next block'

describe('headers before the first block', () => {
  let node: Monerod

  beforeAll(async () => {
    node = await stagenet(Number(least))
    await mineAt(node, timesAfter(start, 65, target), address)
  }, 600_000)

  test.each([
    [
      tooEasy,
      'a difficulty of 1',
      headers(({ height }) => ({ difficulty: 1, cumulative_difficulty: height })),
      shownText(tooEasy),
    ],
    [
      tooEasy,
      'timestamps ten minutes apart',
      headers(({ timestamp }, at) => ({ timestamp: timestamp - 600 * (Number(first) - at) })),
      shownText(tooEasy),
    ],
    [
      noSum,
      'another difficulty than the sum',
      headers(({ difficulty }, at) => (at === 9 ? { difficulty: difficulty + 1 } : {})),
      shownText(noSum),
    ],
    [
      noChain,
      'another block before one',
      headers((_, at) => (at === 40 ? { prev_hash: '00'.repeat(32) } : {})),
      shownText(noChain),
    ],
    [
      noChain,
      'another last block',
      headers(({ hash }, at) => ({ hash: at === Number(first) - 2 ? 'ab'.repeat(32) : hash })),
      /the header of block 63 is not the one that block 64 names/,
    ],
  ])('error: %s: %s', async (_, _what, tamper, text) => {
    const deceived = await startDeceivedWallet(node, {
      ports: { pinnedBlocks },
      wanted: { ...wanted, restoreHeight: first },
    })
    const { wallet, call, during } = deceived
    const before = allTables(wallet.store)
    await during(tamper, () => expect(call('refresh')).rejects.toThrow(text))
    expect(allTables(wallet.store)).toEqual(before)
    await call('refresh')
    expect(wallet.chain.height).toBe(66n)
    expect(wallet.chain.difficultyAt(first)).toBeGreaterThanOrEqual(least)
    await deceived.service.close()
  })
})
