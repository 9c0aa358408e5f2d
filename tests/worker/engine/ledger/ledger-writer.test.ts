import { describe, expect, test } from 'vitest'
import { ringsOf } from '../../../../worker/engine/scan/incoming-transaction.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { paidWallet } from '../../../support/wallets/paid-wallet.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const index = (account: number, address: number) => ({ account, address })
const crypto = await testCrypto()

test('of two outputs with one key the larger counts, and the second adds only the difference', async () => {
  const { wallet, script } = await scriptedWallet(crypto)
  const r = crypto.randomScalar()
  const pay = (amount: bigint) => script.pay({ payments: [{ to: index(0, 0), amount, r }] })
  const [small, large, medium] = [pay(2n), pay(7n), pay(5n)]
  script.mine([small]).mine([large]).mine([medium])
  await wallet.sync.refresh()
  const [output] = wallet.store.outputs.values()
  expect(wallet.store.outputs.size).toBe(1)
  expect(output).toMatchObject({ amount: 7n, txid: large.txid, replaced: { amount: 2n } })
  expect([...wallet.store.received.values()].map(({ amount }) => amount)).toEqual([2n, 5n])
})

test('a mined transaction marks an own pending one with the same inputs as failed', async () => {
  const { wallet, script, keyImages } = await paidWallet()
  await wallet.sync.refresh()
  const ours = 'aa'.repeat(32)
  await wallet.store.commit((change) => {
    change.put(wallet.store.sent, ours, {
      txid: ours,
      state: 'pending',
      blob: Uint8Array.of(1),
      txKeys: [],
      account: 0,
      subaddresses: [index(0, 0)],
      destinations: [],
      amountIn: 100n,
      amountOut: 90n,
      change: 0n,
      fee: 10n,
      paymentId: '',
      unlockTime: 0n,
      keyImages,
      rings: [],
      timestamp: 0n,
    })
    for (const [key, output] of wallet.store.outputs.rows)
      change.put(wallet.store.outputs, key, { ...output, spent: { txid: ours } })
  })
  const rival = script.pay({ payments: [{ amount: 50n }], spends: keyImages.slice(0, 1) })
  script.mine([rival])
  await wallet.sync.refresh()

  expect(wallet.store.sent.get(ours)?.state).toBe('failed')
  expect(wallet.store.sent.get(rival.txid)?.state).toBe('mined')
  expect([...wallet.store.outputs.values()].map(({ spent }) => spent)).toEqual([
    { txid: rival.txid, height: 2n },
    undefined,
  ])
})

describe('an own transaction', () => {
  const pending = async () => {
    const made = await scriptedWallet(crypto)
    const { wallet, script } = made
    const paid = script.pay({ payments: [{ to: index(0, 0), amount: 100n }] })
    script.mine([paid]).mine()
    await wallet.sync.refresh()
    const [keyImage] = paid.keyImages as [string]
    const payments = [
      { to: index(0, 1), amount: 30n },
      { to: index(0, 0), amount: 60n },
    ]
    const sending = script.pay({ payments, spends: [keyImage], fee: 10n })
    const { txid } = sending
    await wallet.store.commit((change) => {
      change.put(wallet.store.sent, txid, {
        txid,
        state: 'journaled',
        blob: Uint8Array.of(1),
        txKeys: [Uint8Array.of(7)],
        account: 0,
        subaddresses: [index(0, 0)],
        amountIn: 100n,
        amountOut: 30n,
        destinations: [{ address: wallet.addresses.address(index(0, 1)), amount: 30n }],
        change: 60n,
        fee: 10n,
        paymentId: '',
        unlockTime: 0n,
        keyImages: [keyImage],
        rings: ringsOf(sending.tx),
        timestamp: 5n,
      })
      const [[key, output]] = [...wallet.store.outputs.rows] as [[string, never]]
      change.put(wallet.store.outputs, key, { ...(output as object), spent: { txid } } as never)
    })
    return { ...made, paid, sending }
  }

  test('is pending once the pool has it, and mined once a block has it', async () => {
    const { wallet, script, sending } = await pending()
    const state = () => wallet.store.sent.get(sending.txid)
    script.wait(sending)
    await wallet.sync.refresh()
    expect(state()).toMatchObject({ state: 'pending', timestamp: 5n })
    script.mine([sending])
    await wallet.sync.refresh()
    expect(state()).toMatchObject({ state: 'mined', height: 3n, change: 90n, amountOut: 0n })
  })

  test('is pending again with its original fields when its block is detached', async () => {
    const { wallet, script, sending } = await pending()
    const before = wallet.store.sent.get(sending.txid)!
    script.mine([sending])
    await wallet.sync.refresh()
    script.pop(1)
    script.mine().mine()
    await wallet.sync.refresh()
    const { destinations, txKeys, blob, change, amountOut } = before
    expect(wallet.store.sent.get(sending.txid)).toMatchObject({
      state: 'pending',
      destinations,
      txKeys,
      blob,
      change,
      amountOut,
    })
    expect(wallet.store.sent.get(sending.txid)).not.toHaveProperty('height')
    expect([...wallet.store.outputs.values()].map(({ spent }) => spent)).toEqual([
      { txid: sending.txid },
    ])
  })

  test('keeps its input spent when that is mined again at the same index only', async () => {
    const { wallet, script, paid, sending } = await pending()
    script.pop(2)
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(0)
    // At the global index in its ring, then at another, where the transaction is invalid.
    script.pop(1)
    script.mine([paid]).mine()
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()].map(({ spent }) => spent)).toEqual([
      { txid: sending.txid },
    ])
    script.pop(2)
    script
      .mine([script.pay({ payments: Array.from({ length: 16 }, () => ({ amount: 1n })) }), paid])
      .mine()
      .mine()
    await wallet.sync.refresh()
    expect([...wallet.store.outputs.values()].map(({ spent }) => spent)).toEqual([undefined])
  })

  test('stays pending when it leaves the pool', async () => {
    const { wallet, script, sending } = await pending()
    script.wait(sending)
    await wallet.sync.refresh()
    script.pool.clear()
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.store.sent.get(sending.txid)?.state).toBe('pending')
    expect([...wallet.store.outputs.values()][0]?.spent).toEqual({ txid: sending.txid })
  })
})
