import { beforeEach, describe, expect, test } from 'vitest'
import { max64 } from '#protocol/fields.ts'
import { submit } from '../../../../proxy/node/pool/submit.ts'
import { withoutInputs } from '../../../support/invalid/inputs-and-outputs.ts'
import { memoryTime } from '../../../support/chains/in-memory-chain-view.ts'
import { idOfHeight, poolScene } from '../../../support/chains/in-memory-pool.ts'

let made: Awaited<ReturnType<typeof poolScene>>

beforeEach(async () => {
  made = await poolScene()
})

describe('submit', () => {
  test('accepts a transaction and returns whether it is relayed', () => {
    const { tx, id, blob } = made.spending(0)
    expect(made.send(blob)).toEqual({ id, relayed: true })
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
    expect(made.send(blob)).toEqual({ id, relayed: false })
  })

  test('keeps a transaction that is not to be relayed, and restricted nodes hide it', () => {
    const { id, blob } = made.spending(0)
    expect(made.send(blob, { doNotRelay: true })).toEqual({ id, relayed: false })
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
    const [first, second] = [made.spending(3), made.spending(3)]
    made.send(first.blob)
    expect(made.send(second.blob)).toMatchObject({ flags: ['double_spend'] })
    expect(made.pool.entry(first.id)).toMatchObject({ doubleSpendSeen: true })
  })

  test('error: bytes that are not a transaction, with and without sanity checks', () => {
    const bytes = Uint8Array.of(1, 2, 3)
    expect(made.send(bytes)).toMatchObject({ flags: ['sanity_check_failed'] })
    expect(made.send(bytes, { sanityChecks: false })).toMatchObject({ flags: [] })
  })

  test('error: a transaction that is too large', () => {
    const blob = new Uint8Array(1_000_001)
    expect(made.send(blob, { sanityChecks: false })).toMatchObject({ flags: ['too_big'] })
  })

  test('error: a transaction without inputs', () => {
    const blob = withoutInputs(made.scene)
    const refusal = { flags: ['invalid_input'], reason: 'no inputs' }
    expect(made.send(blob)).toEqual(refusal)
    expect(made.send(blob, { sanityChecks: false })).toEqual(refusal)
  })

  test('does not add a transaction that the chain has', () => {
    const { crypto, pool } = made
    const { id, blob } = made.spending(3)
    const ports = {
      crypto,
      pool,
      isInChain: (known: string) => known === id,
      matureOutputs: () => 0n,
    }
    const options = { doNotRelay: false, sanityChecks: true }
    expect(submit(ports, blob, options)).toEqual({ id, relayed: false })
    expect(pool.has(id)).toBe(false)
  })

  test('error: only old ring members of a chain with many outputs', () => {
    const { crypto, pool } = made
    const { id, blob } = made.spending(3)
    const ports = { crypto, pool, isInChain: () => false, matureOutputs: () => 10_000n }
    const options = { doNotRelay: false, sanityChecks: true }
    expect(submit(ports, blob, options)).toMatchObject({ flags: ['sanity_check_failed'] })
    expect(submit(ports, blob, { ...options, sanityChecks: false })).toEqual({ id, relayed: true })
  })
})
