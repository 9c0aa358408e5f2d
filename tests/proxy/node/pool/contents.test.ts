import { beforeEach, describe, expect, test } from 'vitest'
import { imagesOf } from '../../../../proxy/node/pool/spent-images.ts'
import { poolScene } from '../../../support/chains/in-memory-pool.ts'

let made: Awaited<ReturnType<typeof poolScene>>

beforeEach(async () => {
  made = await poolScene()
})

const everything = () => {
  const { pool } = made
  return {
    entries: structuredClone(pool.entries({ sensitive: true })),
    weight: pool.weight,
    spent: structuredClone(pool.spent.all()),
  }
}

describe('PoolContents', () => {
  test('separates transactions that were broadcast from the others', () => {
    const [loud, quiet] = [made.spending(0), made.spending(9)]
    made.send(loud.blob)
    made.send(quiet.blob, { doNotRelay: true })
    const { pool } = made
    expect([true, false].map((sensitive) => pool.count({ sensitive }))).toEqual([2, 1])
    expect(pool.entries({ sensitive: false }).map(({ id }) => id)).toEqual([loud.id])
    const [image] = imagesOf(quiet.tx)
    expect([true, false].map((sensitive) => pool.isSpent(image!, { sensitive }))).toEqual([
      true,
      false,
    ])
    expect(pool.isSpent(imagesOf(loud.tx)[0]!, { sensitive: false })).toBe(true)
  })

  test('lists ids from their last byte on, and fee rates from the highest', () => {
    const sent = [5n, 9n, 7n].map((fee, at) => made.spending(4 * at, { fee: fee * 10n ** 9n }))
    for (const { blob } of sent) made.send(blob)
    const reversed = sent.map(({ id }) => id.match(/../g)!.reverse().join('')).sort()
    const listed = made.pool.entries({ sensitive: true }).map(({ id }) => id)
    expect(listed.map((id) => id.match(/../g)!.reverse().join(''))).toEqual(reversed)
    const [low, high, middle] = sent.map(({ id }) => id)
    expect(made.pool.bestPaying().map(({ id }) => id)).toEqual([high, middle, low])
  })

  test('returns nothing for an unknown transaction', () => {
    const id = '00'.repeat(32)
    const { pool } = made
    expect([pool.has(id), pool.entry(id), pool.blob(id), pool.get(id), pool.drop(id)]).toEqual([
      false,
      undefined,
      undefined,
      undefined,
      false,
    ])
  })

  test('weighs as much as its transactions', () => {
    const [first, second] = [made.spending(0), made.spending(9)]
    const weights = [first, second].map(({ blob }) => {
      made.send(blob)
      return made.pool.weight
    })
    expect(weights).toEqual([first.blob.length, first.blob.length + second.blob.length].map(BigInt))
    made.pool.drop(first.id)
    expect(made.pool.weight).toBe(BigInt(second.blob.length))
  })

  test('is that of the store after a rollback and reload', () => {
    made.send(made.spending(0).blob)
    const before = everything()
    const act = () => {
      made.send(made.spending(9).blob)
      made.pool.drop(before.entries[0]!.id)
      throw new Error('refused')
    }
    expect(() => made.driver.transaction(act)).toThrow('refused')
    made.pool.reload()
    expect(everything()).toEqual(before)
  })

  test('error: a failed write leaves the contents unchanged', () => {
    const { tx, id, blob } = made.spending(0)
    made.send(blob)
    const before = everything()
    const other = made.spending(9).blob
    made.clock.time += 5n
    const { run } = made.driver
    made.driver.run = () => {
      throw new Error('disk full')
    }
    const acts = [
      () => made.send(other),
      () => made.pool.drop(id),
      () => made.pool.relay(id),
      () => made.pool.giveBack(tx, id, made.view),
    ]
    for (const act of acts) expect(act).toThrow('disk full')
    made.driver.run = run
    expect(everything()).toEqual(before)
    made.pool.reload()
    expect(everything()).toEqual(before)
  })
})
