import { describe, expect, test } from 'vitest'
import { ConnectionError } from '#protocol/daemon/errors.ts'
import { dustOf } from '../../../../worker/engine/payments/dust.ts'
import type { OutputRecord } from '../../../../worker/engine/store/records.ts'
import { Store } from '../../../../worker/engine/store/store.ts'
import { fakeDaemon } from '../../../support/daemons/fake-daemon.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

const chain = { height: 400n, time: 1_700_000_000n, now: 1_700_000_000n, v2Height: 0n }

/** An output of before RingCT, one of the first of its amount. */
const plain = (amount: bigint, given: Partial<OutputRecord> = {}) =>
  someOutput({ ringct: false, amount, globalIndex: 0n, height: 50n, ...given })

/** @param mixable - Amounts that the daemon reports at least 16 outputs of. */
async function find(outputs: readonly OutputRecord[], mixable: bigint[] = [], trusted = true) {
  const store = new Store(async () => undefined)
  await store.commit((change) => {
    for (const output of outputs) change.put(store.outputs, output.key, output)
  })
  const requests: unknown[] = []
  const daemon = fakeDaemon({
    rpc: {
      get_output_histogram: async (params) => {
        requests.push(params)
        return { histogram: mixable.map((amount) => ({ amount })) }
      },
    },
  })
  return { found: await dustOf(store.outputs, chain, { daemon, trusted, ringSize: 16 }), requests }
}

describe('dustOf', () => {
  test('returns outputs whose amount too few other outputs have', async () => {
    const outputs = [plain(3n), plain(5n), plain(3n), plain(7n)]
    const { found, requests } = await find(outputs, [5n])
    expect(found).toEqual([outputs[0], outputs[2], outputs[3]])
    expect(requests).toEqual([{ amounts: [3n, 5n, 7n], min_count: 16n, unlocked: true }])
  })

  test('sends no amounts to a daemon that is not trusted', async () => {
    const outputs = [plain(3n), plain(5n)]
    const { found, requests } = await find(outputs, [1n, 2n, 3n], false)
    expect(found).toEqual([outputs[1]])
    expect(requests).toEqual([{ amounts: [], min_count: 16n, unlocked: true }])
  })

  test('keeps an output of index 15 out, since 15 other outputs precede it', async () => {
    const outputs = [plain(3n, { globalIndex: 15n }), plain(5n, { globalIndex: 14n })]
    expect((await find(outputs)).found).toEqual([outputs[1]])
  })

  test.each([
    ['RingCT', { ringct: true }],
    ['spent', { spent: { txid: 'a' } }],
    ['frozen', { frozen: true }],
    ['locked', { unlockTime: 401n }],
    ['younger than ten blocks', { height: 391n }],
  ])('makes no request for an output that is %s', async (_, given) => {
    expect(await find([plain(3n, given)])).toEqual({ found: [], requests: [] })
  })

  test('error: the daemon does not answer', async () => {
    const store = new Store(async () => undefined)
    await store.commit((change) => change.put(store.outputs, 'a', plain(3n)))
    const daemon = fakeDaemon({
      rpc: { get_output_histogram: () => Promise.reject(new ConnectionError('refused')) },
    })
    const query = { daemon, trusted: true, ringSize: 16 }
    await expect(dustOf(store.outputs, chain, query)).rejects.toMatchObject({
      reason: 'NO_DAEMON_CONNECTION',
    })
  })
})
