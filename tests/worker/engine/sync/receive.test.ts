import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { ringsOf } from '../../../../worker/engine/scan/incoming-transaction.ts'
import { listTransfers } from '../../../../worker/engine/ledger/transfers.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const index = (account: number, address: number) => ({ account, address })
const crypto = await testCrypto()

describe('refresh', () => {
  test('finds what is paid to each of our addresses, and nothing else', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const paid = script.pay({
      payments: [
        { to: index(0, 0), amount: 5n },
        { amount: 6n },
        { to: index(0, 3), amount: 7n },
        { to: index(1, 2), amount: 8n },
        { to: index(0, 3), amount: 9n },
      ],
    })
    script
      .mine()
      .mine([paid])
      .mine([script.pay({ payments: [{ amount: 1n }] })])
    expect(await wallet.sync.refresh()).toEqual({ blocksFetched: 3n, receivedMoney: true })

    const outputs = [...wallet.store.outputs.values()]
    expect(
      outputs.map(({ indexInTx, amount, subaddress }) => [indexInTx, amount, subaddress]),
    ).toEqual([
      [0, 5n, index(0, 0)],
      [2, 7n, index(0, 3)],
      [3, 8n, index(1, 2)],
      [4, 9n, index(0, 3)],
    ])
    // Two miner rewards of one output each came before.
    expect(outputs.map(({ globalIndex }) => globalIndex)).toEqual([2n, 4n, 5n, 6n])
    expect(outputs.map(({ keyImage }) => keyImage)).toEqual(
      paid.keyImages.filter((keyImage) => keyImage !== undefined),
    )
    for (const { amount, mask, key } of outputs) {
      const at = paid.tx.outputs.findIndex((output) => bytesToHex(output.key) === key)
      expect(crypto.commit(amount, mask)).toEqual(paid.tx.ringct!.outputCommitments[at])
    }
    const received = [...wallet.store.received.values()]
    expect(received.map(({ subaddress, amounts }) => [subaddress, amounts])).toEqual([
      [index(0, 0), [5n]],
      [index(0, 3), [7n, 9n]],
      [index(1, 2), [8n]],
    ])
  })

  test('finds miner rewards, which need no unhiding', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    script.mine([], index(0, 0)).mine([], index(0, 2))
    await wallet.sync.refresh()
    const found = [...wallet.store.outputs.values()]
    expect(found).toMatchObject([
      { amount: 600_000_000_000n, coinbase: true, ringct: true, unlockTime: 61n, height: 1n },
      { amount: 600_000_000_000n, subaddress: index(0, 2), height: 2n },
    ])
    expect(found[0]!.mask).toEqual(Uint8Array.of(1, ...new Array(31).fill(0)))
    expect(wallet.chain.lastReward).toBe(600_000_000_000n)
  })

  test('watches further within one answer once an address was paid', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    // 5 addresses are watched: 4 is the last, 8 is the last once 4 was paid, 12 after 8.
    for (const address of [4, 8, 12])
      script.mine([script.pay({ payments: [{ to: index(0, address), amount: 1n }] })])
    script.mine([script.pay({ payments: [{ to: index(0, 17), amount: 1n }] })])
    await wallet.sync.refresh()
    const found = [...wallet.store.outputs.values()].map(({ subaddress }) => subaddress.address)
    expect(found).toEqual([4, 8, 12])
    expect(wallet.addresses.addressCount(0)).toBe(13)
  })

  test.each([
    ['an encrypted payment id', '0123456789abcdef', '0123456789abcdef'],
    ['a long payment id, obsolete and ignored', 'ab'.repeat(32), '0000000000000000'],
    ['none', undefined, '0000000000000000'],
  ])('reads %s', async (_, given, expected) => {
    const { wallet, script } = await scriptedWallet(crypto)
    const payments = [{ to: index(0, 0), amount: 1n }]
    const paid = script.pay({ payments, ...(given && { paymentId: hexToBytes(given) }) })
    script.mine([paid])
    await wallet.sync.refresh()
    expect([...wallet.store.received.values()].map(({ paymentId }) => paymentId)).toEqual([
      expected,
    ])
  })

  test('ignores an output whose commitment is not to the amount it tells', async () => {
    const { wallet, script } = await scriptedWallet(crypto)
    const paid = script.pay({ payments: [{ to: index(0, 0), amount: 5n }, { amount: 1n }] })
    // The hidden amount is the sender's to write; the commitment is what counts.
    const hidden = paid.tx.ringct!.ecdh[0]!.amount
    hidden.set(hidden.map((byte) => byte ^ 1))
    script.mine([{ ...paid, prunableHash: new Uint8Array(32) }])
    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(0)
    expect(wallet.store.received.size).toBe(0)
    expect(wallet.chain.height).toBe(2n)
  })

  test('counts of two outputs with one key the larger, and of the second only what it adds', async () => {
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
})

describe('a spend that this wallet did not make', () => {
  const spent = async () => {
    const made = await scriptedWallet(crypto)
    const { script } = made
    const paid = script.pay({
      payments: [
        { to: index(0, 0), amount: 60n },
        { to: index(0, 1), amount: 40n },
      ],
    })
    script.mine([paid])
    return { ...made, keyImages: paid.keyImages.map((keyImage) => keyImage!) }
  }

  test('is shown as sent, net of fee and change; what another account got is received', async () => {
    const { wallet, script, keyImages } = await spent()
    const payments = [
      { amount: 10n },
      { to: index(0, 0), amount: 55n },
      { to: index(1, 0), amount: 25n },
    ]
    const sending = script.pay({ payments, spends: keyImages, fee: 10n, unlockTime: 9n })
    script.mine([sending])
    await wallet.sync.refresh()
    expect(wallet.store.sent.get(sending.txid)).toMatchObject({
      state: 'mined',
      height: 2n,
      account: 0,
      amountIn: 100n,
      change: 55n,
      fee: 10n,
      amountOut: 35n,
      destinations: [],
      keyImages,
      unlockTime: 9n,
      subaddresses: [index(0, 0), index(0, 1)],
    })
    const { in: received, out } = listTransfers(wallet)
    expect(received.map(({ amount }) => amount)).toEqual([60n, 40n, 25n])
    expect(out).toMatchObject([{ amount: 35n, fee: 10n, kind: 'out' }])
    const spentBy = [...wallet.store.outputs.values()].map((output) => output.spent?.txid)
    expect(spentBy).toEqual([sending.txid, sending.txid, undefined, undefined])
  })

  test('that was seen in the pool first is all that is known once it is mined', async () => {
    const { wallet, script, keyImages } = await spent()
    await wallet.sync.refresh()
    const late = script.pay({ payments: [{ to: index(0, 0), amount: 50n }] })
    const spends = [...keyImages, late.keyImages[0]!]
    const payments = [{ amount: 100n }, { to: index(0, 0), amount: 40n }]
    const sending = script.pay({ payments, spends, fee: 10n })
    script.wait(sending)
    await wallet.sync.lookAtPool()
    expect(wallet.store.sent.get(sending.txid)).toMatchObject({ amountIn: 100n, keyImages })
    script.mine([late]).mine([sending])
    await wallet.sync.refresh()
    expect(wallet.store.sent.get(sending.txid)).toMatchObject({
      state: 'mined',
      amountIn: 150n,
      change: 40n,
      amountOut: 100n,
      keyImages: spends,
    })
  })

  test('within one account counts as nothing sent', async () => {
    const { wallet, script, keyImages } = await spent()
    const payments = [
      { to: index(0, 2), amount: 50n },
      { to: index(0, 0), amount: 40n },
    ]
    const sending = script.pay({ payments, spends: keyImages, fee: 10n })
    script.mine([sending])
    await wallet.sync.refresh()
    expect(wallet.store.sent.get(sending.txid)).toMatchObject({ change: 90n, amountOut: 0n })
    expect(listTransfers(wallet).in).toHaveLength(2)
  })

  test('proves that a transaction of ours over the same outputs never will be mined', async () => {
    const { wallet, script, keyImages } = await spent()
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
})

describe('a transaction of ours', () => {
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

  test('is pending once it is seen in the pool, mined once it is in a block', async () => {
    const { wallet, script, sending } = await pending()
    const state = () => wallet.store.sent.get(sending.txid)
    script.wait(sending)
    await wallet.sync.refresh()
    expect(state()).toMatchObject({ state: 'pending', timestamp: 5n })
    script.mine([sending])
    await wallet.sync.refresh()
    expect(state()).toMatchObject({ state: 'mined', height: 3n, change: 90n, amountOut: 0n })
  })

  test('waits again when its block is taken back, as it was made', async () => {
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

  test('keeps the output that it spends when that comes back in another block', async () => {
    const { wallet, script, paid, sending } = await pending()
    script.pop(2)
    script.mine()
    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(0)
    // At the index which its ring shows, or at another, where it can be mined no more.
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

  test('stays pending when it leaves the pool: that proves nothing', async () => {
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

describe('a view-only wallet', () => {
  test('finds what it receives without key images', async () => {
    const full = await scriptedWallet(crypto)
    const { spendSecret: _, ...secrets } = structuredClone(full.wallet.secrets)
    const { script } = full
    const { wallet } = await scriptedWallet(crypto, { script, wanted: { secrets } })
    const payments = [
      { to: index(0, 0), amount: 5n },
      { to: index(0, 2), amount: 6n },
    ]
    const paid = script.pay({ payments })
    script.mine([paid])
    script.mine([script.pay({ payments: [{ amount: 1n }], spends: [paid.keyImages[0]!] })])
    await wallet.sync.refresh()
    const outputs = [...wallet.store.outputs.values()]
    expect(outputs.map(({ amount }) => amount)).toEqual([5n, 6n])
    for (const output of outputs) {
      expect(output).not.toHaveProperty('keyImage')
      expect(output).not.toHaveProperty('spent')
    }
    expect(wallet.store.sent.size).toBe(0)
  })
})
