import { describe, expect, test } from 'vitest'
import { DaemonError } from '#protocol/daemon/errors.ts'
import { amountCounts } from '../../../../../worker/engine/payments/rings/amount-counts.ts'
import { fakeDaemon } from '../../../../support/daemons/fake-daemon.ts'

const now = 1_700_000_000n

/** Counts of an amount, as a daemon reports them. */
type Entry = { amount: bigint; unlocked_instances?: bigint; recent_instances?: bigint }

async function counts(amounts: readonly bigint[], histogram: readonly Entry[]) {
  const requests: unknown[] = []
  const get_output_histogram = async (request: unknown) => {
    requests.push(request)
    return { histogram }
  }
  const daemon = fakeDaemon({ rpc: { get_output_histogram } })
  return { counts: await amountCounts(daemon, amounts, now), requests }
}

describe('amountCounts', () => {
  test('returns the counts of each amount; recent is the last 1.8 days', async () => {
    const given = await counts(
      [9n, 2n],
      [
        { amount: 2n, unlocked_instances: 40n, recent_instances: 40n },
        { amount: 9n, unlocked_instances: 70n },
      ],
    )
    expect(given.counts).toEqual(
      new Map([
        [9n, { spendable: 70, recent: 0 }],
        [2n, { spendable: 40, recent: 40 }],
      ]),
    )
    // Ascending, so the order does not show the order of the inputs.
    expect(given.requests).toEqual([
      { amounts: [2n, 9n], unlocked: true, recent_cutoff: now - (18n * 86_400n) / 10n },
    ])
  })

  test.each([
    ['no entry', [{ amount: 3n, unlocked_instances: 40n }]],
    ['an entry without unlocked outputs', [{ amount: 2n, recent_instances: 1n }]],
  ])('error: %s, although an own output has the amount', async (_, histogram) => {
    await expect(counts([2n], histogram)).rejects.toMatchObject({
      reason: 'GENERIC_TRANSFER_ERROR',
      message: 'histogram reports no unlocked outputs for 2, not even ours',
    })
  })

  test('error: more recent outputs than outputs', async () => {
    const histogram = [{ amount: 2n, unlocked_instances: 40n, recent_instances: 41n }]
    await expect(counts([2n], histogram)).rejects.toMatchObject({
      reason: 'GENERIC_TRANSFER_ERROR',
      message: 'histogram reports more recent outs than outs for 2',
    })
  })

  test('error: the daemon refuses', async () => {
    const get_output_histogram = () => Promise.reject(new DaemonError('histogram', 'Failed'))
    const daemon = fakeDaemon({ rpc: { get_output_histogram } })
    await expect(amountCounts(daemon, [2n], now)).rejects.toMatchObject({
      reason: 'GENERIC_TRANSFER_ERROR',
      message: 'failed to get output histogram',
    })
  })
})
