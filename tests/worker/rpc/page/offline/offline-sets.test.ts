import { beforeAll, describe, expect, test } from 'vitest'
import { at, coin, coldPair } from '../../../../support/wallets/cold-pair.ts'
import { pageClient } from '../../../../support/wallets/page-client.ts'
import { createdWallets } from '../../../../support/wallets/recorded-seeds.ts'

const to = createdWallets[0]!.address

type Pair = Awaited<ReturnType<typeof coldPair>>
let pair: Pair
let hot: ReturnType<typeof pageClient>
let cold: ReturnType<typeof pageClient>
let unsigned: string
let signed: string

beforeAll(async () => {
  pair = await coldPair([at(0), at(1), at(2)])
  hot = pageClient(pair.viewService)
  cold = pageClient(pair.coldService)
  const destinations = [
    { address: to, amount: coin / 4n },
    { address: pair.to, amount: coin / 8n },
  ]
  ;({ unsigned_txset: unsigned } = await hot.transfer_split({ destinations }))
  await pair.offline('import_outputs', await pair.exported())
  ;({ signed_txset: signed } = await cold.sign_transfer({ unsigned_txset: unsigned }))
})

describe('describe_unsigned_set', () => {
  test('is the same in both wallets, and names own recipients', async () => {
    const [one, other] = [
      await hot.describe_unsigned_set({ unsigned_txset: unsigned }),
      await cold.describe_unsigned_set({ unsigned_txset: unsigned }),
    ]
    expect(other).toEqual(one)
    expect(one.summary.recipients).toEqual([
      { address: to, amount: coin / 4n },
      { address: pair.to, amount: coin / 8n },
    ])
    expect(one.own).toEqual([pair.to])
    expect(one.refused).toBeUndefined()
  })

  test('error: another text', async () => {
    await expect(cold.describe_unsigned_set({ unsigned_txset: 'zz' })).rejects.toMatchObject({
      reason: 'BAD_HEX',
    })
    await expect(cold.describe_unsigned_set({ unsigned_txset: signed })).rejects.toMatchObject({
      reason: 'BAD_UNSIGNED_TX_DATA',
    })
  })
})

describe('describe_signed_set', () => {
  test('matches the set that was prepared, and no other', async () => {
    const described = await hot.describe_signed_set({
      signed_txset: signed,
      unsigned_txset: unsigned,
    })
    expect(described.matches).toBe(true)
    expect(described.txids).toHaveLength(1)
    const destinations = [{ address: to, amount: coin / 4n + 1n }]
    const { unsigned_txset } = await hot.transfer_split({ destinations })
    const asked = { signed_txset: signed, unsigned_txset }
    expect((await hot.describe_signed_set(asked)).matches).toBe(false)
    const alone = { signed_txset: signed, unsigned_txset: '' }
    expect((await hot.describe_signed_set(alone)).matches).toBe(false)
  })
})

describe('import_key_image_file', () => {
  test('imports what export_key_image_file made', async () => {
    expect((await hot.get_offline_state({})).missing).toBe(3)
    const { key_images_hex, count } = await cold.export_key_image_file({ all: true })
    expect(count).toBe(3)
    const imported = await hot.import_key_image_file({ key_images_hex })
    expect(imported).toEqual({ count: 3, spent: 0n, unspent: 3n * coin })
    expect(await hot.get_offline_state({})).toMatchObject({ outputs: 3, missing: 0 })
    // Nothing is new: no daemon is needed.
    expect(await hot.import_key_image_file({ key_images_hex })).toEqual(imported)
  })

  test('error: a file without key images', async () => {
    await expect(hot.import_key_image_file({ key_images_hex: signed })).rejects.toMatchObject({
      reason: 'UNKNOWN_ERROR',
    })
  })
})
