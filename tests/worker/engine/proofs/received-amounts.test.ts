import { beforeAll, describe, expect, test } from 'vitest'
import {
  amountOf,
  receivedBy,
  type Derivations,
} from '../../../../worker/engine/proofs/received-amounts.ts'
import { provenPayments } from '../../../support/wallets/proven-payments.ts'

let scene: Awaited<ReturnType<typeof provenPayments>>
beforeAll(async () => void (scene = await provenPayments()))

const spendKey = (address: number) => scene.wallet.addresses.spendKey({ account: 0, address })

describe('receivedBy', () => {
  test('adds the amounts that an address received, by main or additional key', () => {
    const { crypto } = scene.wallet.ports
    const { tx } = scene.paid
    const all = scene.derivations()
    const received = (address: number, proven: Derivations = all) =>
      receivedBy(crypto, tx, spendKey(address), proven)
    expect([0, 1, 2].map((address) => received(address))).toEqual([5n, 0n, 7n])
    const none = { main: undefined, additional: [] }
    expect(received(2, none)).toBe(0n)
    const others = all.additional.with(0, all.additional[1]!)
    expect(received(2, { main: undefined, additional: others })).toBe(0n)
    expect(received(2, { ...all, main: undefined })).toBe(7n)
  })

  test('counts 0 for a commitment to another amount, and nothing for another view tag', () => {
    const { crypto } = scene.wallet.ports
    const { tx } = scene.paid
    const all = scene.derivations()
    const outputCommitments = tx.ringct!.outputCommitments.toReversed()
    const swapped = { ...tx, ringct: { ...tx.ringct!, outputCommitments } }
    expect(receivedBy(crypto, swapped, spendKey(2), all)).toBe(0n)
    expect(amountOf(crypto, tx, 0, all.additional[0]!)).toBe(7n)
    expect(amountOf(crypto, tx, 0, all.additional[1]!)).toBe(0n)
    const outputs = tx.outputs.map((each) => ({ ...each, viewTag: each.viewTag! ^ 1 }))
    expect(receivedBy(crypto, { ...tx, outputs }, spendKey(2), all)).toBe(0n)
  })
})
