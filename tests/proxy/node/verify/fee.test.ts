import { describe, expect, test } from 'vitest'
import { paysEnough } from '../../../../proxy/node/verify/fee.ts'
import type { ChainView } from '../../../../proxy/node/types.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'
import { InMemoryChainView } from '../../../support/chains/in-memory-chain-view.ts'
import { regtest } from '../../../vectors/chain/vectors.ts'

const crypto = await testCrypto()

function viewOf(changes: Partial<ChainView>): ChainView {
  return Object.assign(new InMemoryChainView(crypto), changes)
}

/** The view of the chain in which the base reward is the tail emission of 0.6 coins. */
const tail = { generatedCoins: 2n ** 64n - 1n }

describe('paysEnough', () => {
  test('accepts the fees of transactions that monerod accepted, and not a third of them', () => {
    // Coins of block 150, by the reward of block 151 and its fee of 2 605 200 000 piconero.
    const generatedCoins = 2n ** 64n - 1n - ((35_176_878_844_664n - 2_605_200_000n) << 19n)
    const view = viewOf({ generatedCoins })
    const sent = regtest.transactions.filter(({ fee }) => fee !== undefined)
    expect(sent.length).toBeGreaterThan(9)
    for (const { fee, weight, priority } of sent) {
      expect(paysEnough(BigInt(fee!), BigInt(weight!), view)).toBe(true)
      if (priority === 1) expect(paysEnough(BigInt(fee!) / 3n, BigInt(weight!), view)).toBe(false)
    }
  })

  test('requires 19 000 piconero for each unit of weight at the tail emission, less 2 %', () => {
    // 0.6 coins * 3000 / 300 000² = 20 000; less 5 %. For a weight of 2000, rounded up: 38 000 000.
    const view = viewOf(tail)
    expect(paysEnough(37_240_000n, 2000n, view)).toBe(true)
    expect(paysEnough(37_239_999n, 2000n, view)).toBe(false)
    // A weight of 2001 needs 38 019 000, rounded up to 38 020 000.
    expect(paysEnough(37_259_600n, 2001n, view)).toBe(true)
    expect(paysEnough(37_259_599n, 2001n, view)).toBe(false)
  })

  test('uses the lower of both medians', () => {
    // Twice the median divides the rate by four: 5000, less 5 %.
    const both = viewOf({ ...tail, medianWeight: 600_000n, longTermMedian: 600_000n })
    expect(paysEnough(9_310_000n, 2000n, both)).toBe(true)
    expect(paysEnough(9_309_999n, 2000n, both)).toBe(false)
    for (const median of [{ medianWeight: 300_000n }, { longTermMedian: 300_000n }]) {
      const mixed = viewOf({ ...tail, medianWeight: 600_000n, longTermMedian: 600_000n, ...median })
      expect(paysEnough(37_239_999n, 2000n, mixed)).toBe(false)
    }
  })
})
