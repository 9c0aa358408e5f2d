import { beforeEach, describe, expect, test } from 'vitest'
import { fillFromPool } from '../../../../proxy/node/pool/block-template.ts'
import { memoryHeight } from '../../../support/chains/in-memory-chain-view.ts'
import { idOfHeight, named, poolScene } from '../../../support/chains/in-memory-pool.ts'

let made: Awaited<ReturnType<typeof poolScene>>

beforeEach(async () => {
  made = await poolScene()
})

/** Two transactions that spend the same. */
const rivals = () => [made.spending(3), made.spending(3)] as const

describe('TransactionPool', () => {
  test('is unchanged after a restart', () => {
    made.send(made.spending(0).blob)
    made.send(made.spending(9).blob, { doNotRelay: true })
    const before = made.pool.entries({ sensitive: true })
    const after = made.reopen()
    expect(after.entries({ sensitive: true })).toEqual(before)
    expect(after.weight).toBe(made.pool.weight)
    expect([...after.spent.all().keys()].sort()).toEqual([...made.pool.spent.all().keys()].sort())
  })

  test('removes the transactions that a block contains', () => {
    const { id, blob } = named(made.scene.forge())
    made.send(blob)
    expect(made.pool.get(id)).toMatchObject({ id, blob })
    expect([made.pool.drop(id), made.pool.drop(id)]).toEqual([true, false])
    expect([made.pool.get(id), made.pool.spent.all().size]).toEqual([undefined, 0])
    expect(made.pool.weight).toBe(0n)
    expect(made.send(blob)).toEqual({ id, relayed: true })
  })

  test('accepts transactions of a removed block, even next to conflicting ones', () => {
    const [first, second] = rivals()
    expect(made.pool.addFromBlock(first.tx, first.id, made.view)).toBeUndefined()
    made.view.spend(made.scene.ripe(3))
    expect(made.pool.addFromBlock(second.tx, second.id, made.view)).toBeUndefined()
    expect(made.pool.entry(first.id)).toMatchObject({
      method: 'block',
      doubleSpendSeen: false,
      maxUsedBlockHeight: 100n,
    })
    expect(made.pool.entry(second.id)).toMatchObject({
      method: 'block',
      doubleSpendSeen: true,
      maxUsedBlockHeight: 0n,
    })
    expect(fillFromPool(made.pool, made.view).ids).toEqual([])
  })

  test('stores the tip at which a transaction failed', () => {
    const { id, blob } = made.spending(3)
    made.send(blob)
    made.view.spend(made.scene.ripe(3))
    expect(fillFromPool(made.pool, made.view).ids).toEqual([])
    expect(made.pool.entry(id)).toMatchObject({
      lastFailedHeight: memoryHeight - 1n,
      lastFailedId: idOfHeight(memoryHeight - 1n),
    })
  })

  test('drops transactions after three days, those from blocks after seven, and refuses them afterwards', () => {
    const [mine, kept] = [made.spending(0), made.spending(9)]
    made.send(mine.blob)
    made.pool.addFromBlock(kept.tx, kept.id, made.view)
    made.clock.time += 259_200n
    made.pool.expire()
    expect(made.pool.has(mine.id)).toBe(true)
    made.clock.time += 1n
    made.pool.expire()
    expect([made.pool.has(mine.id), made.pool.has(kept.id)]).toEqual([false, true])
    expect(made.send(mine.blob)).toMatchObject({ flags: [] })
    made.clock.time += 345_600n
    made.pool.expire()
    expect(made.pool.has(kept.id)).toBe(false)
  })

  test('drops spent transactions at a start, except those from blocks', () => {
    const [mine, kept, spent] = [made.spending(0), made.spending(9), made.spending(3)]
    made.send(mine.blob)
    made.send(spent.blob)
    made.pool.addFromBlock(kept.tx, kept.id, made.view)
    const before = made.pool.entries({ sensitive: true })
    made.view.spend(made.scene.ripe(9))
    made.view.spend(made.scene.ripe(3))
    made.clock.time += 60n
    const after = made.reopen()
    after.validate()
    expect(after.entries({ sensitive: true })).toEqual(before.filter(({ id }) => id !== spent.id))
  })

  test('drops the lowest fee rate when it is full, never the highest', async () => {
    const full = await poolScene({ maxWeight: 5000n })
    const ids = [20n, 50n, 30n, 40n].map((fee, i) => {
      const { tx, id } = full.spending(4 * i, { fee: fee * 10n ** 9n })
      expect(full.pool.add(tx, id, 'fluff')).toBeUndefined()
      return id
    })
    expect(full.pool.bestPaying().map(({ id }) => id)).toEqual([ids[1], ids[3], ids[2]])
    // With room for less, another start drops those that it has not looked through yet.
    const smaller = full.reopen(2000n)
    smaller.validate()
    expect(smaller.bestPaying().map(({ id }) => id)).toEqual([ids[1]])
  })

  test('reports accepted transactions, and those that are broadcast later', () => {
    const reported: string[] = []
    made.pool.listen({ accepted: (id) => void reported.push(id) })
    const [first, second, rival] = [made.spending(0), made.spending(9), made.spending(0)]
    made.send(first.blob)
    made.send(first.blob)
    made.send(rival.blob)
    made.send(second.blob, { doNotRelay: true })
    expect(reported.splice(0)).toEqual([first.id, second.id])
    for (const { id } of [second, second, first]) made.pool.relay(id)
    expect(reported.splice(0)).toEqual([second.id])
    made.pool.addFromBlock(rival.tx, rival.id, made.view)
    made.pool.validate()
    expect(reported).toEqual([])
  })

  test('does not report a transaction that a full pool drops at once', async () => {
    const full = await poolScene({ maxWeight: 5000n })
    const reported: string[] = []
    full.pool.listen({ accepted: (id) => void reported.push(id) })
    const ids = [50n, 30n, 40n, 20n].map((fee, i) => {
      const { tx, id } = full.spending(4 * i, { fee: fee * 10n ** 9n })
      full.pool.add(tx, id, 'fluff')
      return id
    })
    expect(full.pool.has(ids[3]!)).toBe(false)
    expect(reported).toEqual(ids.slice(0, 3))
  })

  test('error: a transaction is not added when the one that makes room cannot be removed', async () => {
    const full = await poolScene({ maxWeight: 5000n })
    const { pool, driver } = full
    const [first, ...others] = [20n, 50n, 30n].map((fee, i) =>
      full.spending(4 * i, { fee: fee * 10n ** 9n }),
    )
    for (const { tx, id } of others) pool.add(tx, id, 'fluff')
    const more = full.spending(12, { fee: 40n * 10n ** 9n })
    pool.add(first!.tx, first!.id, 'fluff')
    const contents = () => ({
      entries: structuredClone(pool.entries({ sensitive: true })),
      weight: pool.weight,
      spent: structuredClone(pool.spent.all()),
    })
    const before = contents()
    const { run } = driver
    driver.run = (sql, ...values) => {
      if (sql.startsWith('DELETE')) throw new Error('disk full')
      run(sql, ...values)
    }
    expect(() => pool.add(more.tx, more.id, 'fluff')).toThrow('disk full')
    driver.run = run
    expect(contents()).toEqual(before)
    for (const { id } of before.entries) expect(pool.get(id)).toBeDefined()
  })
})
