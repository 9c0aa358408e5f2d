import { beforeEach, describe, expect, test } from 'vitest'
import { max64 } from '#protocol/fields.ts'
import { fillFromPool, minerBacklog } from '../../../../proxy/node/pool/block-template.ts'
import { upkeepOf } from '../../../../proxy/node/pool/upkeep.ts'
import { submit, type SubmitOptions } from '../../../../proxy/node/pool/submit.ts'
import { memoryHeight, memoryTime } from '../../../support/chains/in-memory-chain-view.ts'
import { idOfHeight, named, poolScene } from '../../../support/chains/in-memory-pool.ts'

let made: Awaited<ReturnType<typeof poolScene>>

beforeEach(async () => {
  made = await poolScene()
})

const relayed: SubmitOptions = { doNotRelay: false, sanityChecks: true }

function send(blob: Uint8Array, options: Partial<SubmitOptions> = {}) {
  const { crypto, pool } = made
  const ports = { crypto, pool, isInChain: () => false, matureOutputs: () => 100n }
  return submit(ports, blob, { ...relayed, ...options })
}

/** Two transactions that spend the same. */
function rivals() {
  const coin = made.scene.ripe(3)
  return [made.scene.forge({ coin, inputs: 1 }), made.scene.forge({ coin, inputs: 1 })] as const
}

describe('submit', () => {
  test('accepts a transaction and returns whether it is relayed', () => {
    const { tx, id, blob } = named(made.scene.forge())
    expect(send(blob)).toEqual({ id, relayed: true })
    expect(made.pool.entry(id)).toEqual({
      id,
      weight: BigInt(blob.length),
      fee: tx.ringct!.fee,
      receiveTime: memoryTime,
      lastRelayedTime: memoryTime,
      method: 'fluff',
      relayed: true,
      doubleSpendSeen: false,
      maxUsedBlockHeight: 100n,
      maxUsedBlockId: idOfHeight(100n),
      lastFailedHeight: 0n,
      lastFailedId: '0'.repeat(64),
    })
    expect(send(blob)).toEqual({ id, relayed: false })
  })

  test('keeps a transaction that is not to be relayed, and restricted nodes hide it', () => {
    const { id, blob } = named(made.scene.forge())
    expect(send(blob, { doNotRelay: true })).toEqual({ id, relayed: false })
    expect(made.pool.entry(id)).toMatchObject({
      method: 'none',
      relayed: false,
      lastRelayedTime: max64,
    })
    expect(made.pool.entries({ sensitive: false })).toEqual([])
    expect(made.pool.relay(id)).toBe(true)
    expect(made.pool.entries({ sensitive: false })).toMatchObject([{ id, relayed: true }])
  })

  test('error: a double spend, which marks the first transaction', () => {
    const [first, second] = rivals()
    send(first)
    expect(send(second)).toMatchObject({ flags: ['double_spend'] })
    expect(made.pool.entry(named(first).id)).toMatchObject({ doubleSpendSeen: true })
  })

  test('error: bytes that are not a transaction, with and without sanity checks', () => {
    const bytes = Uint8Array.of(1, 2, 3)
    expect(send(bytes)).toMatchObject({ flags: ['sanity_check_failed'] })
    expect(send(bytes, { sanityChecks: false })).toMatchObject({ flags: [] })
  })

  test('error: a transaction that is too large', () => {
    const blob = new Uint8Array(1_000_001)
    expect(send(blob, { sanityChecks: false })).toMatchObject({ flags: ['too_big'] })
  })
})

describe('Pool', () => {
  test('is unchanged after a restart', () => {
    const blobs = [
      made.scene.forge({ coin: made.scene.ripe(0), inputs: 1 }),
      made.scene.forge({ coin: made.scene.ripe(9), inputs: 1 }),
    ]
    send(blobs[0]!)
    send(blobs[1]!, { doNotRelay: true })
    const before = made.pool.entries({ sensitive: true })
    const after = made.reopen()
    expect(after.entries({ sensitive: true })).toEqual(before)
    expect(after.weight).toBe(made.pool.weight)
    expect([...after.spent.all().keys()].sort()).toEqual([...made.pool.spent.all().keys()].sort())
  })

  test('removes the transactions that a block contains', () => {
    const { id, blob } = named(made.scene.forge())
    send(blob)
    expect(made.pool.get(id)).toMatchObject({ id, blob })
    expect([made.pool.drop(id), made.pool.drop(id)]).toEqual([true, false])
    expect([made.pool.get(id), made.pool.spent.all().size]).toEqual([undefined, 0])
    expect(made.pool.weight).toBe(0n)
    expect(send(blob)).toEqual({ id, relayed: true })
  })

  test('accepts transactions of a removed block, even next to conflicting ones', () => {
    const [first, second] = rivals().map(named)
    expect(made.pool.addFromBlock(first!.tx, first!.id, made.view)).toBeUndefined()
    made.view.spend(made.scene.ripe(3))
    expect(made.pool.addFromBlock(second!.tx, second!.id, made.view)).toBeUndefined()
    expect(made.pool.entry(first!.id)).toMatchObject({
      method: 'block',
      doubleSpendSeen: false,
      maxUsedBlockHeight: 100n,
    })
    expect(made.pool.entry(second!.id)).toMatchObject({
      method: 'block',
      doubleSpendSeen: true,
      maxUsedBlockHeight: 0n,
    })
    expect(fillFromPool(made.pool, made.view).ids).toEqual([])
  })

  test('stores the tip at which a transaction failed', () => {
    const { id, blob } = named(made.scene.forge({ coin: made.scene.ripe(3), inputs: 1 }))
    send(blob)
    made.view.spend(made.scene.ripe(3))
    expect(fillFromPool(made.pool, made.view).ids).toEqual([])
    expect(made.pool.entry(id)).toMatchObject({
      lastFailedHeight: memoryHeight - 1n,
      lastFailedId: idOfHeight(memoryHeight - 1n),
    })
  })

  test('drops transactions after three days, those from blocks after seven, and refuses them afterwards', () => {
    const [mine, kept] = [
      made.scene.forge({ coin: made.scene.ripe(0), inputs: 1 }),
      made.scene.forge({ coin: made.scene.ripe(9), inputs: 1 }),
    ].map(named)
    send(mine!.blob)
    made.pool.addFromBlock(kept!.tx, kept!.id, made.view)
    made.clock.time += 259_200n
    made.pool.expire()
    expect(made.pool.has(mine!.id)).toBe(true)
    made.clock.time += 1n
    made.pool.expire()
    expect([made.pool.has(mine!.id), made.pool.has(kept!.id)]).toEqual([false, true])
    expect(send(mine!.blob)).toMatchObject({ flags: [] })
    made.clock.time += 345_600n
    made.pool.expire()
    expect(made.pool.has(kept!.id)).toBe(false)
  })

  test('drops spent transactions at a start, except those from blocks', () => {
    const [mine, kept, spent] = [0, 9, 3].map((at) =>
      named(made.scene.forge({ coin: made.scene.ripe(at), inputs: 1 })),
    )
    send(mine!.blob)
    send(spent!.blob)
    made.pool.addFromBlock(kept!.tx, kept!.id, made.view)
    const before = made.pool.entries({ sensitive: true })
    made.view.spend(made.scene.ripe(9))
    made.view.spend(made.scene.ripe(3))
    made.clock.time += 60n
    const after = made.reopen()
    after.validate()
    expect(after.entries({ sensitive: true })).toEqual(before.filter(({ id }) => id !== spent!.id))
  })

  test('relays waiting transactions again, at growing intervals, up to half of their lifetime', () => {
    const [mine, quiet] = [0, 9].map((at) =>
      named(made.scene.forge({ coin: made.scene.ripe(at), inputs: 1 })),
    )
    send(mine!.blob)
    send(quiet!.blob, { doNotRelay: true })
    const upkeep = upkeepOf(made.pool, made.clock)
    const times = []
    for (let minute = 0; minute < 3 * 24 * 60; minute++) {
      upkeep()
      const { lastRelayedTime } = made.pool.entry(mine!.id)!
      if (lastRelayedTime === made.clock.time) times.push(minute)
      made.clock.time += 60n
    }
    // Each wait is as long as all before it and in steps of five minutes, up to four hours.
    expect(times.slice(0, 9)).toEqual([0, 6, 17, 38, 79, 160, 326, 567, 808])
    expect(times.at(-1)).toBe(2013)
    expect(made.pool.entry(quiet!.id)).toMatchObject({ relayed: false, lastRelayedTime: max64 })
  })

  test('runs maintenance at most twice a minute', () => {
    const { id, blob } = named(made.scene.forge())
    send(blob)
    const upkeep = upkeepOf(made.pool, made.clock)
    made.clock.time += 259_190n
    upkeep()
    made.clock.time += 29n
    upkeep()
    expect(made.pool.has(id)).toBe(true)
    made.clock.time += 1n
    upkeep()
    expect(made.pool.has(id)).toBe(false)
  })

  test('drops the lowest fee rate when it is full, never the highest', async () => {
    const full = await poolScene({ maxWeight: 5000n })
    const ids = [20n, 50n, 30n, 40n].map((fee, i) => {
      const coin = full.scene.ripe(4 * i)
      const { tx, id } = named(full.scene.forge({ coin, inputs: 1, fee: fee * 10n ** 9n }))
      expect(full.pool.add(tx, id, 'fluff')).toBeUndefined()
      return id
    })
    expect(full.pool.bestPaying().map(({ id }) => id)).toEqual([ids[1], ids[3], ids[2]])
    // With room for less, another start drops those that it has not looked through yet.
    const smaller = full.reopen(2000n)
    smaller.validate()
    expect(smaller.bestPaying().map(({ id }) => id)).toEqual([ids[1]])
  })

  test('returns changes since a given time', () => {
    const [first, second] = [
      made.scene.forge({ coin: made.scene.ripe(0), inputs: 1 }),
      made.scene.forge({ coin: made.scene.ripe(9), inputs: 1 }),
    ].map(named)
    send(first!.blob)
    made.clock.time += 10n
    expect(made.pool.history.since(memoryTime + 5n, { sensitive: true })).toBeUndefined()
    made.pool.drop(first!.id)
    made.clock.time += 10n
    send(second!.blob)
    const since = (time: bigint) => made.pool.history.since(time, { sensitive: true })
    expect(since(memoryTime + 11n)).toEqual({ added: [second!.id], removed: [] })
    expect(since(memoryTime + 10n)).toBeUndefined()
  })
})

describe('fillFromPool', () => {
  test('takes the highest fee rate first, and one of conflicting transactions', () => {
    const [first, second] = rivals().map(named)
    const other = named(
      made.scene.forge({ coin: made.scene.ripe(12), inputs: 1, fee: 9n * 10n ** 9n }),
    )
    made.pool.addFromBlock(first!.tx, first!.id, made.view)
    made.pool.addFromBlock(second!.tx, second!.id, made.view)
    send(other.blob)
    const { ids, fee, weight, reward } = fillFromPool(made.pool, made.view)
    const [best] = [first!.id, second!.id].sort()
    expect(ids).toEqual([best, other.id])
    expect(fee).toBe(19n * 10n ** 9n)
    expect(weight).toBe(BigInt(first!.blob.length + other.blob.length))
    expect(reward).toBe(((2n ** 64n - 1n - made.view.generatedCoins) >> 19n) + fee)
    expect(minerBacklog(made.pool, made.view)).toHaveLength(2)
  })
})
