import { beforeEach, describe, expect, test } from 'vitest'
import { fillFromPool, minerBacklog } from '../../../../proxy/node/pool/block-template.ts'
import { poolScene } from '../../../support/chains/in-memory-pool.ts'

let made: Awaited<ReturnType<typeof poolScene>>

beforeEach(async () => {
  made = await poolScene()
})

/** Two transactions of blocks that spend the same. */
function rivals() {
  const both = [made.spending(3), made.spending(3)] as const
  for (const { tx, id } of both) made.pool.addFromBlock(tx, id, made.view)
  return both
}

/** Sends a transaction that spends a coin. @param fee - In units of 10⁹ piconero. */
function send(coin: number, fee: bigint, doNotRelay = false) {
  const tx = made.spending(coin, { fee: fee * 10n ** 9n })
  made.send(tx.blob, { doNotRelay })
  return tx
}

const idsOf = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

describe('fillFromPool', () => {
  test('takes the highest fee rate first, and one of conflicting transactions', () => {
    const [first, second] = rivals()
    const other = send(12, 9n)
    const { ids, fee, weight, reward } = fillFromPool(made.pool, made.view)
    const [best] = [first.id, second.id].sort()
    expect(ids).toEqual([best, other.id])
    expect(fee).toBe(19n * 10n ** 9n)
    expect(weight).toBe(BigInt(first.blob.length + other.blob.length))
    expect(reward).toBe(((2n ** 64n - 1n - made.view.generatedCoins) >> 19n) + fee)
  })

  test('takes transactions that are not to be relayed, and none that the chain has spent', () => {
    const quiet = send(0, 5n, true)
    send(9, 9n)
    made.view.spend(made.scene.ripe(9))
    expect(fillFromPool(made.pool, made.view).ids).toEqual([quiet.id])
  })
})

describe('minerBacklog', () => {
  test('has one of conflicting transactions, and none that was not broadcast', () => {
    const either = idsOf(rivals())
    const other = send(12, 9n)
    send(0, 5n, true)
    const backlog = idsOf(minerBacklog(made.pool, made.view))
    expect(backlog).toHaveLength(2)
    expect(backlog).toContain(other.id)
    expect(either.filter((id) => backlog.includes(id))).toHaveLength(1)
  })

  test('lists a pool that fits in the order of ids, and a larger one by fee until it is enough', () => {
    const sent = [send(0, 5n), send(4, 7n), send(8, 6n)]
    const all = made.pool.entries({ sensitive: true })
    expect(idsOf(minerBacklog(made.pool, made.view))).toEqual(idsOf(all))
    // 9/8 of this median are more than the weight of one transaction, and less than that of two.
    made.view.medianWeight = 2000n
    expect(idsOf(minerBacklog(made.pool, made.view))).toEqual([sent[1]!.id, sent[2]!.id])
  })

  test('does not record the transactions that are invalid now', () => {
    const { id } = send(9, 9n)
    made.view.spend(made.scene.ripe(9))
    expect(minerBacklog(made.pool, made.view)).toEqual([])
    expect(made.pool.entry(id)).toMatchObject({
      lastFailedHeight: 0n,
      lastFailedId: '0'.repeat(64),
    })
  })
})
