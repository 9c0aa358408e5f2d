import { describe, expect, test } from 'vitest'
import { DaemonError } from '#protocol/daemon/errors.ts'
import type { FeeBasis } from '../../../../../worker/engine/payments/fees/fee-cap.ts'
import { adjustPriority } from '../../../../../worker/engine/payments/fees/priority.ts'
import { fakeDaemon } from '../../../../support/daemons/fake-daemon.ts'

/** The newest block pays 0.01 XMR of fees. */
const busy = (height = 500n): FeeBasis => ({
  network: 'mainnet',
  height,
  rewards: [610_000_000_000n],
})

/** Half of the weight limit is the zone: 300 000. */
const zone = 300_000n
const rate = 20_000n
const third: [weight: bigint, fee: bigint] = [zone / 3n, (zone / 3n) * rate]

const backlogOf = (...rows: [weight: bigint, fee: bigint][]) => {
  const bytes = new Uint8Array(24 * rows.length)
  const view = new DataView(bytes.buffer)
  for (const [i, [weight, fee]] of rows.entries()) {
    view.setBigUint64(24 * i, weight, true)
    view.setBigUint64(24 * i + 8, fee, true)
  }
  return bytes
}

/** A daemon with transactions in its pool, and recent blocks of one weight. */
function daemonWith(backlog: Uint8Array, blockWeight: bigint, headers = 10, limit = 2n * zone) {
  const ranges: unknown[] = []
  const daemon = fakeDaemon({
    rpc: {
      get_info: async () => ({ status: 'OK', block_weight_limit: limit }),
      get_fee_estimate: async () => ({ status: 'OK', fees: [rate, 80_000n, 320_000n, 4_000_000n] }),
      get_txpool_backlog: async () => ({ status: 'OK', backlog }),
      get_block_headers_range: async (range) => {
        ranges.push(range)
        return {
          status: 'OK',
          headers: Array.from({ length: headers }, () => ({ block_weight: blockWeight })),
        }
      },
    },
  })
  return { daemon, ranges }
}

const priorityAt = (...[backlog, blockWeight]: Parameters<typeof daemonWith>) =>
  adjustPriority(daemonWith(backlog, blockWeight).daemon, 0, busy())

describe('adjustPriority', () => {
  test.each([
    [2, 'a zone waits and pays the rate', backlogOf(third, third, third)],
    [1, 'a byte less than the zone waits', backlogOf(third, third, [third[0] - 1n, third[1]])],
    [1, 'the zone waits and a part pays less', backlogOf(third, third, [third[0], third[1] - 1n])],
    [1, 'a pool entry is incomplete', backlogOf(third, third, third).subarray(0, -1)],
    [1, 'an entry is heavier than a transaction can be', backlogOf([zone, zone * rate])],
  ])('is %d where %s', async (priority, _, backlog) => {
    expect(await priorityAt(backlog, 100_000n)).toBe(priority)
  })

  test.each([
    [243_000n, 2],
    [242_999n, 1],
  ])('recent blocks of weight %d, around 81 %% of the zone: %d', async (weight, priority) => {
    expect(await priorityAt(backlogOf(), weight)).toBe(priority)
  })

  test('is 1 whatever the daemon says while the newest block pays few fees', async () => {
    const quiet = { ...busy(), rewards: [600_000_000_000n] }
    const { daemon } = daemonWith(backlogOf(third, third, third), 300_000n)
    expect(await adjustPriority(daemon, 0, quiet)).toBe(1)
    expect(await adjustPriority(daemon, 0, busy())).toBe(2)
  })

  test('reads the last ten blocks', async () => {
    const { daemon, ranges } = daemonWith(backlogOf(), 0n)
    await adjustPriority(daemon, 0, busy())
    expect(ranges).toEqual([{ start_height: 490n, end_height: 499n }])
  })

  test.each([1, 2, 3, 4])('returns the requested priority %d without a request', async (given) => {
    expect(await adjustPriority(fakeDaemon({}), given, busy())).toBe(given)
  })

  test('returns 0 for a chain of nine blocks, missing headers, or no block weight limit', async () => {
    const { daemon } = daemonWith(backlogOf(), 0n)
    expect(await adjustPriority(daemon, 0, busy(9n))).toBe(0)
    expect(await adjustPriority(daemon, 0, busy(10n))).toBe(1)
    expect(await adjustPriority(daemonWith(backlogOf(), 0n, 9).daemon, 0, busy())).toBe(0)
    expect(await adjustPriority(daemonWith(backlogOf(), 0n, 10, 1n).daemon, 0, busy())).toBe(0)
  })

  test('returns 0 where the daemon refuses; other errors reach the caller', async () => {
    const refuse = () => Promise.reject(new DaemonError('get_fee_estimate', 'Failed'))
    expect(
      await adjustPriority(fakeDaemon({ rpc: { get_fee_estimate: refuse } }), 0, busy(9n)),
    ).toBe(0)
    await expect(adjustPriority(fakeDaemon({}), 0, busy(9n))).rejects.toThrow('is not scripted')
  })
})
