import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { scriptedWallet } from '../../../support/wallets/scripted-wallet.ts'

const index = (account: number, address: number) => ({ account, address })
const crypto = await testCrypto()

describe('the own transactions of a slice', () => {
  test('finds payments to each own address, and nothing else', async () => {
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

  test('finds miner rewards, whose amounts are not encrypted', async () => {
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

  test('extends the lookahead within one answer once an address is paid', async () => {
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

  test('ignores an output whose commitment does not match its encrypted amount', async () => {
    const { wallet, script, service } = await scriptedWallet(crypto)
    // Whole, the block would contain another transaction.
    service.wholeBlocks = false
    const paid = script.pay({ payments: [{ to: index(0, 0), amount: 5n }, { amount: 1n }] })
    // The sender chooses the encrypted amount; only the commitment counts.
    const hidden = paid.tx.ringct!.ecdh[0]!.amount
    hidden.set(hidden.map((byte) => byte ^ 1))
    script.mine([{ ...paid, prunableHash: new Uint8Array(32) }])
    await wallet.sync.refresh()
    expect(wallet.store.outputs.size).toBe(0)
    expect(wallet.store.received.size).toBe(0)
    expect(wallet.chain.height).toBe(2n)
  })

  test('without the spend key finds payments, without key images', async () => {
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
