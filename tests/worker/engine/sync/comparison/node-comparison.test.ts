import { hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test, vi } from 'vitest'
import { errorDetails } from '#protocol/error-details.ts'
import type { NodeSample } from '#protocol/daemon/node-samples.ts'
import { Events, type ComparisonResult } from '../../../../../worker/engine/base/events.ts'
import type { Daemon } from '../../../../../worker/engine/base/ports.ts'
import { BlockIds } from '../../../../../worker/engine/ledger/block-ids.ts'
import { Store } from '../../../../../worker/engine/store/store.ts'
import { NodeComparison } from '../../../../../worker/engine/sync/comparison/node-comparison.ts'
import { fakeDaemon } from '../../../../support/daemons/fake-daemon.ts'
import { heightId } from '../../../../support/daemons/sampled-node.ts'

const foreign = 'ab'.repeat(32)

/** Until all work that waits for nothing is done. */
async function idle() {
  for (let turn = 0; turn < 50; turn++) await new Promise((next) => setImmediate(next))
}

/** A node on the chain of the wallet, whose block ids are their heights. */
const agreeing = (height = 40n): NodeSample => ({
  name: 'b.example:1',
  problem: undefined,
  height,
  top_id: heightId(height - 1n),
  settled: [{ height: 20n, id: heightId(20) }],
  fees: [20n, 80n],
})
const disagreeing = { ...agreeing(), top_id: foreign, settled: [{ height: 20n, id: foreign }] }
const silent = { ...agreeing(0n), problem: 'it does not answer', settled: [] }

/** A wallet with 40 blocks, and a node that it is compared with. */
async function scene(first: NodeSample[] = [agreeing()]) {
  const store = new Store(async () => {})
  const chain = new BlockIds(store, 'fakechain')
  const mine = (from: bigint, to: bigint, idAt = heightId) =>
    store.commit((change) => {
      const blocks = Array.from({ length: Number(to - from) }, (_, at) => ({
        id: hexToBytes(idAt(from + BigInt(at))),
        time: 0,
        ringctOutputs: 0,
        difficulty: undefined,
      }))
      chain.append(change, from, blocks, 0n)
    })
  await mine(1n, 40n)
  const node = { samples: first, asked: 0, wait: Promise.resolve() }
  const daemonOf = (): Daemon => ({
    ...fakeDaemon({}),
    otherNodes: {
      includeOwn: false,
      async samples() {
        node.asked++
        const { samples } = node
        await node.wait
        return samples
      },
    },
  })
  const events = new Events(() => expect.unreachable())
  const seen: ComparisonResult[] = []
  events.subscribe((event) => {
    if (event.name !== 'comparison') return
    const { name: _, ...result } = event
    seen.push(result)
  })
  const lines: string[] = []
  const clock = { nowMs: 0, monotonicMs: () => clock.nowMs }
  const comparison = new NodeComparison({
    ports: { clock, log: (level, text) => void lines.push(`${level}: ${text}`) },
    chain,
    events,
    daemonName: () => 'a.example:1',
  })
  const daemon = daemonOf()
  /** A refresh, until its comparison ended. */
  const refresh = async (from = daemon) => {
    comparison.refreshed(from)
    await idle()
    return node.asked
  }
  return { store, chain, mine, node, daemon, daemonOf, comparison, seen, lines, clock, refresh }
}

const disagreement =
  `daemon a.example:1 and daemon b.example:1 disagree: block 20 is ${heightId(20)} at the first and ` +
  `${foreign} at the second. Nothing is sent until they agree. Look this up in another source, and use ` +
  'daemons that agree with it'
const error = {
  reason: 'GENERIC_TRANSFER_ERROR',
  message: disagreement,
  data: errorDetails.nodesDisagree,
}

/** Loads the code for samples, so that the first comparison takes as long as others. */
await import('../../../../../worker/engine/sync/comparison/compare-samples.ts')

describe('after a refresh', () => {
  test('the same chain is compared again after a minute, a new block at once', async () => {
    const { refresh, clock, mine, node } = await scene()
    expect(await refresh()).toBe(1)
    clock.nowMs = 59_999
    expect(await refresh()).toBe(1)
    clock.nowMs = 60_000
    expect(await refresh()).toBe(2)
    expect(await refresh()).toBe(2)
    await mine(40n, 41n)
    node.samples = [agreeing(41n)]
    expect(await refresh()).toBe(3)
    expect(await refresh()).toBe(3)
  })

  test('another block of the same height is compared at once', async () => {
    const { refresh, chain, store, mine } = await scene()
    await refresh()
    await store.commit((change) => chain.crop(change, 39n))
    await mine(39n, 40n, () => foreign)
    expect(await refresh()).toBe(2)
  })

  test('another daemon is compared at once', async () => {
    const { refresh, daemonOf } = await scene()
    await refresh()
    expect(await refresh(daemonOf())).toBe(2)
  })

  test('nodes that disagree are compared with each refresh, until they agree', async () => {
    const { refresh, node, comparison } = await scene([disagreeing])
    await refresh()
    expect(comparison.isBlocked).toBe(true)
    expect(await refresh()).toBe(2)
    node.samples = [agreeing()]
    expect(await refresh()).toBe(3)
    expect(comparison.isBlocked).toBe(false)
    expect(await refresh()).toBe(3)
  })

  test('a comparison that runs is not begun a second time', async () => {
    const { refresh, node } = await scene()
    let answer!: () => void
    node.wait = new Promise((resolve) => (answer = resolve))
    expect(await refresh()).toBe(1)
    expect(await refresh()).toBe(1)
    answer()
  })

  test('error: a bug in a comparison is logged, and the next one runs', async () => {
    const { refresh, node, lines, seen } = await scene()
    node.wait = Promise.reject(new Error('a bug'))
    await refresh()
    expect(lines).toEqual([expect.stringMatching(/^error: /)])
    node.wait = Promise.resolve()
    await refresh()
    expect(seen).toEqual([{ agreedHeight: 40n, uncompared: [] }])
  })
})

describe('the result', () => {
  test('is an event; each problem is logged once, until it is another one', async () => {
    const { refresh, node, seen, lines, clock } = await scene([disagreeing])
    const next = async (...samples: NodeSample[]) => {
      node.samples = samples
      clock.nowMs += 60_000
      await refresh()
    }
    await refresh()
    await next(disagreeing)
    await next(silent)
    await next(silent)
    await next(agreeing(), silent)
    await next(agreeing())
    await next(disagreeing)
    const uncompared = ['daemon b.example:1 is not compared: it does not answer']
    expect(seen).toEqual([
      { disagreement, uncompared: [] },
      { disagreement, uncompared: [] },
      { uncompared },
      { uncompared },
      { agreedHeight: 40n, uncompared },
      { agreedHeight: 40n, uncompared: [] },
      { disagreement, uncompared: [] },
    ])
    expect(lines).toEqual([
      `warning: ${disagreement}`,
      `warning: ${uncompared[0]}`,
      `warning: ${disagreement}`,
    ])
  })

  test('is no event without other nodes, but for the first time after them', async () => {
    const { refresh, seen } = await scene()
    const alone = fakeDaemon({})
    await refresh(alone)
    expect(seen).toEqual([])
    await refresh()
    await refresh(alone)
    await refresh(fakeDaemon({}))
    expect(seen).toEqual([{ agreedHeight: 40n, uncompared: [] }, { uncompared: [] }])
  })

  test('is dropped when the wallet closes', async () => {
    const { refresh, node, seen, comparison } = await scene([disagreeing])
    let answer!: () => void
    node.wait = new Promise((resolve) => (answer = resolve))
    await refresh()
    comparison.close()
    answer()
    await refresh()
    expect(seen).toEqual([])
    expect(comparison.isBlocked).toBe(false)
  })
})

describe('a payment', () => {
  test('waits for a comparison of the present chain, and begins one only for new blocks', async () => {
    const { comparison, daemon, node, mine, refresh } = await scene()
    let answer!: () => void
    node.wait = new Promise((resolve) => (answer = resolve))
    await refresh()
    const agreed = vi.fn()
    const payment = comparison.requireAgreement(daemon).then(agreed)
    await idle()
    expect(agreed).not.toHaveBeenCalled()
    answer()
    await payment
    await comparison.requireAgreement(daemon)
    expect(node.asked).toBe(1)
    await mine(40n, 41n)
    await comparison.requireAgreement(daemon)
    expect(node.asked).toBe(2)
  })

  test('error: nodes disagree, until a refresh finds that they agree', async () => {
    const { comparison, daemon, node, refresh } = await scene([disagreeing])
    await expect(comparison.requireAgreement(daemon)).rejects.toMatchObject(error)
    node.samples = [agreeing()]
    await expect(comparison.requireAgreement(daemon)).rejects.toMatchObject(error)
    await refresh()
    await comparison.requireAgreement(daemon)
  })

  test('goes on without other nodes', async () => {
    const { comparison } = await scene()
    await comparison.requireAgreement(fakeDaemon({}))
    await comparison.requireFee(fakeDaemon({}), 0, 1n)
  })

  test('error: the rate of a node with the same top block is another one', async () => {
    const { comparison, daemon, node } = await scene()
    // Nothing is known before a comparison.
    await comparison.requireFee(daemon, 0, 99n)
    await comparison.requireAgreement(daemon)
    await comparison.requireFee(daemon, 0, 20n)
    await comparison.requireFee(daemon, 1, 80n)
    await expect(comparison.requireFee(daemon, 1, 20n)).rejects.toMatchObject({
      reason: 'GENERIC_TRANSFER_ERROR',
      message: expect.stringContaining(
        'daemon a.example:1 and daemon b.example:1 disagree: a byte costs 20 piconero at the first and 80',
      ) as string,
      data: errorDetails.nodesDisagree,
    })
    expect(node.asked).toBe(1)
  })
})
