import { describe, expect, test } from 'vitest'
import { DaemonError } from '#protocol/daemon/errors.ts'
import type { FeeBasis } from '../../../../../worker/engine/payments/fees/fee-cap.ts'
import { feePreview } from '../../../../../worker/engine/payments/fees/fee-preview.ts'
import { fakeDaemon } from '../../../../support/daemons/fake-daemon.ts'

const basis: FeeBasis = { network: 'mainnet', height: 3_000_000n, rewards: [] }
const fees = [20_000n, 80_000n, 320_000n, 4_000_000n]

/** Transactions of 100 000 bytes that pay these rates. */
function backlogOf(...rates: bigint[]) {
  const view = new DataView(new ArrayBuffer(24 * rates.length))
  for (const [index, rate] of rates.entries()) {
    view.setBigUint64(24 * index, 100_000n, true)
    view.setBigUint64(24 * index + 8, 100_000n * rate, true)
  }
  return new Uint8Array(view.buffer)
}

function daemonWith(backlog: () => Promise<unknown>, rates = fees) {
  const asked: string[] = []
  const answers: Record<string, () => Promise<unknown>> = {
    get_fee_estimate: async () => ({ status: 'OK', quantization_mask: 10_000n, fees: rates }),
    hard_fork_info: async () => ({ status: 'OK', version: 16 }),
    get_txpool_backlog: backlog,
    get_info: async () => ({ status: 'OK', block_weight_limit: 600_000n }),
    get_block_headers_range: async () => ({
      status: 'OK',
      headers: Array.from({ length: 10 }, () => ({ block_weight: 1_000n })),
    }),
  }
  const rpc = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, () => (asked.push(name), answer())]),
  )
  return { daemon: fakeDaemon({ rpc }), asked }
}

const empty = async () => ({ status: 'OK', backlog: new Uint8Array() })

describe('feePreview', () => {
  test('has fees of one to fifteen recipients for each priority', async () => {
    const { daemon } = daemonWith(empty)
    const { automatic, priorities } = await feePreview(daemon, basis)
    expect(automatic).toBe(1)
    expect(priorities.map(({ priority }) => priority)).toEqual([1, 2, 3, 4])
    for (const { fees: byCount, blocks } of priorities) {
      expect(byCount).toHaveLength(15)
      expect([...byCount].sort((a, b) => (a < b ? -1 : 1))).toEqual(byCount)
      expect(blocks).toBe(1)
    }
    // A transaction with two inputs and two outputs weighs about 2200.
    expect(priorities[0]!.fees[0]! / 20_000n).toBeGreaterThan(2_100n)
    expect(priorities[0]!.fees[0]! / 20_000n).toBeLessThan(2_400n)
    expect(priorities[1]!.fees[0]).toBe(4n * priorities[0]!.fees[0]!)
  })

  test('counts the blocks that transactions of the same rate fill', async () => {
    const waiting = backlogOf(20_000n, 20_000n, 20_000n, 80_000n, 80_000n, 80_000n, 320_000n)
    const { daemon } = daemonWith(async () => ({ status: 'OK', backlog: waiting }))
    const { priorities } = await feePreview(daemon, basis)
    expect(priorities.map(({ blocks }) => blocks)).toEqual([3, 2, 1, 1])
  })

  test('knows no wait where the daemon does not report its pool', async () => {
    const { daemon } = daemonWith(() => Promise.reject(new DaemonError('get_txpool_backlog', 'no')))
    const { automatic, priorities } = await feePreview(daemon, basis)
    expect([automatic, priorities[0]!.blocks]).toEqual([0, undefined])
    expect(priorities[0]!.fees).toHaveLength(15)
  })

  test('error: a rate above the highest possible one', async () => {
    const { daemon } = daemonWith(empty, [20_000n, 80_000n, 320_000n, 10n ** 9n])
    await expect(feePreview(daemon, basis)).rejects.toMatchObject({ code: -4 })
  })
})
