import { describe, expect, test } from 'vitest'
import {
  outputsByAddress,
  totalOf,
  uneconomicAmount,
} from '../../../../worker/engine/payments/funds.ts'
import { fundsOf, terms } from '../../../support/spending/payment-terms.ts'
import { someOutput } from '../../../support/wallets/output-records.ts'

const at = (address: number, amount: bigint) =>
  someOutput({ amount, subaddress: { account: 0, address } })

describe('uneconomicAmount', () => {
  // monero src/wallet/wallet2.cpp estimate_rct_tx_size: an input takes 1 + 6 + 2 * 16 + 32 bytes of the
  // prefix and 32 * 16 + 64 + 32 of the signatures.
  test('is the fee of the 679 bytes of an input', () => {
    expect(uneconomicAmount(terms)).toBe(679n * 20_000n)
  })

  test('follows the rate and the ring size, not the payment id', () => {
    const rate = { perByte: 30_000n, mask: 1n }
    const paymentId = new Uint8Array(8)
    expect(uneconomicAmount({ ...terms, paymentId, rate })).toBe(679n * 30_000n)
    expect(uneconomicAmount({ ...terms, ringSize: 11 })).toBe((679n - 5n * 34n) * 20_000n)
  })
})

describe('outputsByAddress', () => {
  test('puts the address with the highest unlocked total first, outputs in their order', () => {
    const outputs = [at(3, 1n), at(0, 5n), at(7, 4n), at(3, 8n), at(7, 3n)]
    const [a, b, c, d, e] = outputs
    expect(outputsByAddress(outputs, fundsOf(outputs).unlocked)).toEqual([
      { address: 3, outputs: [a, d] },
      { address: 7, outputs: [c, e] },
      { address: 0, outputs: [b] },
    ])
  })

  test('keeps the order of addresses with equal totals, and puts addresses without a total last', () => {
    const outputs = [at(9, 50n), at(4, 2n), at(1, 2n)]
    const unlocked = new Map([1, 4].map((address) => [address, 2n]))
    const order = outputsByAddress(outputs, unlocked).map(({ address }) => address)
    expect(order).toEqual([4, 1, 9])
  })
})

test('totalOf adds the amounts of the named addresses, 0 for one without an amount', () => {
  const amounts = new Map([
    [0, 5n],
    [1, 7n],
    [2, 11n],
  ])
  expect(totalOf(amounts, [0, 2, 8])).toBe(16n)
  expect(totalOf(amounts, [])).toBe(0n)
})
