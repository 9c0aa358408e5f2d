/**
 * What `transfer` pays on a real chain: accepted by monerod, mined, received and proven by
 * monero-wallet-rpc, at the fee and from the outputs that monero-wallet-rpc with our keys would have chosen.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import type { Result } from '../support/programs/monerod.ts'
import {
  expectSameCost,
  fieldsOf,
  pays,
  setPaymentScene,
  xmr,
  type PaymentScene,
} from '../support/wallet-comparison/payment-scene.ts'

let scene: PaymentScene

beforeAll(async () => {
  scene = await setPaymentScene({ coinbases: 45 })
  const { own } = scene
  await scene.fund(
    [
      [own(0, 1), 10n * xmr],
      [own(0, 8), 2n * xmr],
      [own(1, 0), 20n * xmr],
    ],
    // Two of address 8, in blocks far apart; six of address 9.
    [[own(0, 8), 2n * xmr], ...Array.from({ length: 6 }, () => [own(0, 9), 2n * xmr] as const)],
  )
}, 600_000)

/** That the reference would have spent the same, and at the same cost. */
async function expectSameChoice(our: Result, params: object) {
  const their = await scene.twin.call('transfer', { ...params, do_not_relay: true })
  expect(new Set(our.spent_key_images.key_images)).toEqual(
    new Set(their.spent_key_images.key_images),
  )
  expectSameCost(our, their)
  expect(our.amount).toBe(their.amount)
  expect(fieldsOf(our)).toEqual(fieldsOf(their))
}

const coin = () => pays([[scene.to.standard, xmr]])

describe('a transfer', () => {
  test.each<[string, () => ReturnType<typeof pays>, Record<string, unknown>]>([
    ['to a standard address', coin, {}],
    ['to a subaddress', () => pays([[scene.to.subs[0]!, xmr]]), {}],
    ['to an integrated address', () => pays([[scene.to.integrated, xmr]]), {}],
    ['to a standard address with a payment id', coin, { payment_id: 'aabbccddeeff0011' }],
    [
      'to two subaddresses',
      () =>
        pays([
          [scene.to.subs[1]!, xmr],
          [scene.to.subs[2]!, 2n * xmr],
        ]),
      {},
    ],
    [
      'to one address twice',
      () =>
        pays([
          [scene.to.subs[1]!, xmr],
          [scene.to.subs[1]!, 2n * xmr],
        ]),
      {},
    ],
    [
      'to every kind of address',
      () =>
        pays([
          [scene.to.standard, xmr],
          [scene.to.subs[3]!, 2n * xmr],
          [scene.to.far, 3n * xmr],
        ]),
      {},
    ],
    [
      'to 15 destinations',
      () =>
        pays(
          Array.from({ length: 15 }, (_, i) => [scene.to.subs[i % 8]!, xmr + BigInt(i)] as const),
        ),
      {},
    ],
    ['of priority 1', coin, { priority: 1 }],
    ['of priority 2', coin, { priority: 2 }],
    ['of priority 3', coin, { priority: 3 }],
    ['of priority 4', () => pays([[scene.to.standard, xmr / 100n]]), { priority: 4 }],
    [
      'from two inputs of one subaddress',
      () => pays([[scene.to.standard, 3n * xmr]]),
      { subaddr_indices: [8] },
    ],
  ])('%s', async (_, wanted, params) => {
    const destinations = wanted()
    const before = await scene.ours.call('get_balance')
    const sent = await scene.ours.call('transfer', { destinations, ...params, get_tx_key: true })
    // Beside an address it is obsolete in the reference, which refuses it.
    const { payment_id: __, ...plain } = params
    await expectSameChoice(sent, { destinations, ...plain, get_tx_key: true })

    const { pending } = await scene.ours.call('get_transfers', { pending: true })
    expect(pending.map(({ txid }: Result) => txid)).toEqual([sent.tx_hash])
    const after = await scene.ours.call('get_balance')
    expect(after.balance).toBe(before.balance - sent.amount - sent.fee)

    await scene.mined()
    expect(await scene.isMined(sent.tx_hash)).toBe(true)
    const totals = new Map<string, bigint>()
    for (const { address, amount } of destinations)
      totals.set(address, (totals.get(address) ?? 0n) + amount)
    for (const [address, amount] of totals)
      expect(await scene.proven(sent.tx_hash, sent.tx_key, address)).toBe(amount)
    expect(await scene.ours.call('get_tx_key', { txid: sent.tx_hash })).toEqual({
      tx_key: sent.tx_key,
    })
    for (const wallet of [scene.ours, scene.twin])
      expect((await wallet.call('get_balance')).balance).toBe(after.balance)
  })

  test('from several inputs', async () => {
    const params = { destinations: pays([[scene.to.standard, 9n * xmr]]), subaddr_indices: [9] }
    const sent = await scene.ours.call('transfer', { ...params, get_tx_key: true })
    expect(sent.spent_key_images.key_images.length).toBe(5)
    await scene.mined()
    expect(await scene.isMined(sent.tx_hash)).toBe(true)
    expect(await scene.proven(sent.tx_hash, sent.tx_key, scene.to.standard)).toBe(9n * xmr)
  })

  test('of an amount that leaves no change', async () => {
    const transfer = (amount: bigint, more: object) =>
      scene.ours.call('transfer', {
        subaddr_indices: [1],
        destinations: pays([[scene.to.subs[4]!, amount]]),
        ...more,
      })
    // An output keeps its ring, so that the second transaction weighs what the first one does.
    const { fee } = await transfer(9n * xmr, { do_not_relay: true })
    const all = 10n * xmr - fee
    const sent = await transfer(all, { get_tx_key: true })
    expect(sent.fee).toBe(fee)
    expect(scene.ours.wallet.store.sent.get(sent.tx_hash)!.change).toBe(0n)
    await scene.mined()
    expect(await scene.isMined(sent.tx_hash)).toBe(true)
    expect(await scene.proven(sent.tx_hash, sent.tx_key, scene.to.subs[4]!)).toBe(all)
    const { per_subaddress } = await scene.twin.call('get_balance', { address_indices: [1] })
    expect(per_subaddress[0].balance).toBe(0n)
  })

  test('with the fee subtracted from the recipients', async () => {
    const destinations = pays([
      [scene.to.standard, 2n * xmr],
      [scene.to.subs[5]!, 3n * xmr],
    ])
    const sent = await scene.ours.call('transfer', {
      destinations,
      subtract_fee_from_outputs: [0, 1],
      get_tx_key: true,
    })
    expect(sent.amount).toBe(5n * xmr - sent.fee)
    await scene.mined()
    const shares = [2n * xmr - sent.fee / 2n, 3n * xmr - sent.fee / 2n]
    expect(await scene.proven(sent.tx_hash, sent.tx_key, scene.to.standard)).toBe(shares[0])
    expect(await scene.proven(sent.tx_hash, sent.tx_key, scene.to.subs[5]!)).toBe(shares[1])
  })

  test('from another account to an own address', async () => {
    const params = { destinations: pays([[scene.own(0, 10), xmr]]), account_index: 1 }
    const sent = await scene.ours.call('transfer', params)
    await expectSameChoice(sent, params)
    await scene.mined()
    expect(await scene.isMined(sent.tx_hash)).toBe(true)
    const found = await scene.twin.call('get_balance', { account_index: 0, address_indices: [10] })
    expect(found.per_subaddress[0].balance).toBe(xmr)
    expect((await scene.twin.call('get_balance', { account_index: 1 })).balance).toBe(
      20n * xmr - xmr - sent.fee,
    )
  })

  test('shows its payment id only to the recipient', async () => {
    const { in: received } = await scene.payee.call('get_transfers', { in: true, account_index: 0 })
    const ids = received.map(({ payment_id }: Result) => payment_id)
    expect(ids).toContain('1122334455667788')
    expect(ids).toContain('aabbccddeeff0011')
  })
})
