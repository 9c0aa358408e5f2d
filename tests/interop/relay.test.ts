/**
 * Transactions that are made in one call and relayed in another, by either wallet; and payments that
 * take more than one transaction.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { readMetadata } from '../../protocol/interchange/pending-tx.ts'
import type { Result } from '../support/programs/monerod.ts'
import {
  pays,
  setPaymentScene,
  xmr,
  type PaymentScene,
} from '../support/wallet-comparison/payment-scene.ts'

let scene: PaymentScene

beforeAll(async () => {
  scene = await setPaymentScene({ coinbases: 30 })
  await scene.fund([[scene.own(0, 2), 10n * xmr]])
}, 600_000)

describe('transfer_split', () => {
  test('pays 20 recipients in two transactions', async () => {
    const amounts = Array.from(
      { length: 20 },
      (_, i) => [scene.to.subs[i % 8]!, xmr + BigInt(i)] as const,
    )
    const sent = await scene.ours.call('transfer_split', {
      destinations: pays(amounts),
      get_tx_keys: true,
    })
    expect(sent.tx_hash_list.length).toBe(2)
    await scene.mined()
    for (const [address] of amounts.slice(0, 8)) {
      const expected = amounts.filter(([to]) => to === address).reduce((sum, [, n]) => sum + n, 0n)
      let got = 0n
      for (const txid of sent.tx_hash_list) {
        const { tx_key } = await scene.ours.call('get_tx_key', { txid })
        got += await scene.proven(txid, tx_key, address)
      }
      expect(got).toBe(expected)
    }
  })
})

describe('relay_tx', () => {
  const make = (wallet: { call: (method: string, params: object) => Promise<Result> }, more = {}) =>
    wallet.call('transfer', {
      destinations: pays([[scene.to.integrated, xmr]]),
      do_not_relay: true,
      get_tx_metadata: true,
      get_tx_key: true,
      ...more,
    })

  test('sends a transaction made before, and records nothing until then', async () => {
    const balance = await scene.ours.call('get_balance')
    const made = await make(scene.ours)
    expect(await scene.ours.call('get_balance')).toEqual(balance)
    expect(await scene.ours.call('relay_tx', { hex: made.tx_metadata })).toEqual({
      tx_hash: made.tx_hash,
    })
    expect(scene.ours.wallet.store.sent.get(made.tx_hash)).toMatchObject({
      state: 'pending',
      paymentId: '1122334455667788',
      destinations: [{ address: scene.to.integrated, amount: xmr }],
      fee: made.fee,
    })
    await scene.mined()
    expect(await scene.proven(made.tx_hash, made.tx_key, scene.to.integrated)).toBe(xmr)
  })

  test('metadata of ours is sent by monero-wallet-rpc', async () => {
    const made = await make(scene.ours)
    expect(await scene.twin.call('relay_tx', { hex: made.tx_metadata })).toEqual({
      tx_hash: made.tx_hash,
    })
    expect((await scene.twin.call('get_tx_key', { txid: made.tx_hash })).tx_key).toBe(made.tx_key)
    const { pending } = await scene.twin.call('get_transfers', { pending: true })
    expect(pending).toMatchObject([{ txid: made.tx_hash, amount: xmr, fee: made.fee }])
    await scene.mined()
    expect(await scene.isMined(made.tx_hash)).toBe(true)
    expect((await scene.ours.call('get_balance')).balance).toBe(
      (await scene.twin.call('get_balance')).balance,
    )
  })

  test('metadata of monero-wallet-rpc is sent by ours', async () => {
    const made = await make(scene.twin)
    const read = readMetadata(hexToBytes(made.tx_metadata))!
    expect(read.txKeys.map((key) => bytesToHex(key)).join('')).toBe(made.tx_key)
    expect(await scene.ours.call('relay_tx', { hex: made.tx_metadata })).toEqual({
      tx_hash: made.tx_hash,
    })
    expect(await scene.ours.call('get_tx_key', { txid: made.tx_hash })).toEqual({
      tx_key: made.tx_key,
    })
    expect(scene.ours.wallet.store.sent.get(made.tx_hash)).toMatchObject({
      state: 'pending',
      fee: made.fee,
      amountOut: xmr,
      paymentId: '1122334455667788',
    })
    await scene.mined()
    expect((await scene.ours.call('get_balance')).balance).toBe(
      (await scene.twin.call('get_balance')).balance,
    )
  })

  test('error: an input was spent by another transaction', async () => {
    const made = await make(scene.ours, { subaddr_indices: [2] })
    const other = await make(scene.ours, { subaddr_indices: [2] })
    await scene.ours.call('relay_tx', { hex: made.tx_metadata })
    await expect(scene.ours.call('relay_tx', { hex: other.tx_metadata })).rejects.toThrow(
      'relay_tx: Failed to commit tx.',
    )
    expect(scene.ours.wallet.store.sent.has(other.tx_hash)).toBe(false)
    await scene.mined()
    expect(await scene.isMined(made.tx_hash)).toBe(true)
  })
})
