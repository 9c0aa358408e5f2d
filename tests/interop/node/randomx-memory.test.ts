/**
 * The memory of RandomX in a running node: seeds, mining and idle periods leave nothing behind.
 *
 * A node that kept one seed too many would hold 260 MB for each round.
 */
import { describe, expect } from 'vitest'
import { residentBytes } from '../../bench/processes.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { poll } from '../../support/programs/process.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'
import { beforeAll, test } from '../../support/programs/test.ts'
import { count } from '../../support/random/case-counts.ts'

const rounds = count(4, 100)
const timeout = rounds * 60_000
const everyRound = Array.from({ length: rounds }, (_, round) => round)
/** Two seeds and the rest of the node. */
const limit = 700e6
/** Less than one seed and the rest of the node. */
const withoutSeed = 250e6
/** Mining finds no block. */
const hard = ['--fixed-difficulty', `${1e12}`]

/** A hash of RandomX with a seed of its own for each `round`. */
const hashed = ({ call }: Regtest, round: number): Promise<string> =>
  call('calc_pow', {
    major_version: 16,
    height: 1,
    block_blob: '10'.repeat(76),
    seed_hash: (round + 1).toString(16).padStart(64, '0'),
  })

describe('with the default idle time', () => {
  let node: Regtest
  beforeAll(async () => {
    node = await startRegtest({ flags: hard })
  })
  const peak = () => residentBytes(node.program.pid).peak

  test('calc_pow with one seed after another', { timeout }, async () => {
    const hashes = new Set<string>()
    for (const round of everyRound) {
      hashes.add(await hashed(node, round))
      expect(peak()).toBeLessThan(limit)
    }
    expect(hashes.size).toBe(rounds)
    // Its memory was freed long ago.
    expect(hashes).toContain(await hashed(node, 0))
  })

  test('calc_pow with two seeds at a time', { timeout }, async () => {
    for (const round of everyRound) {
      const [one, other] = await Promise.all([hashed(node, round), hashed(node, round + rounds)])
      expect(one).not.toBe(other)
      expect(peak()).toBeLessThan(limit)
    }
  })

  test('mining is started and stopped', { timeout }, async () => {
    for (const _ of everyRound) {
      await node.get('/start_mining', { miner_address: minerAddress, threads_count: 1 })
      await poll(async () => (await node.get('/mining_status')).speed > 0n)
      await hashed(node, 0)
      expect((await node.get('/stop_mining')).status).toBe('OK')
      expect(peak()).toBeLessThan(limit)
    }
    expect((await node.get('/mining_status')).active).toBe(false)
  })
})

test('--randomx-idle-time frees the memory of an unused seed', { timeout }, async () => {
  const node = await startRegtest({ flags: [...hard, '--randomx-idle-time', '1'] })
  const resident = () => residentBytes(node.program.pid).now
  const first = await hashed(node, 0)
  for (const _ of everyRound) {
    await poll(async () => resident() < withoutSeed)
    expect(await hashed(node, 0)).toBe(first)
  }
  const { peak } = residentBytes(node.program.pid)
  expect(peak).toBeGreaterThan(withoutSeed)
  expect(peak).toBeLessThan(limit)
})
