import { describe, expect, test } from 'vitest'
import { fillTemplate } from '../../../../proxy/node/pool/fill-template.ts'
import { InMemoryChainView } from '../../../support/chains/in-memory-chain-view.ts'
import { poolEntry } from '../../../support/transactions/pool-entry.ts'
import { testCrypto } from '../../../support/wasm/crypto.ts'

// The median is 300 000, the base reward that of the tail emission: 0.6 coins.
const view = Object.assign(new InMemoryChainView(await testCrypto()), {
  generatedCoins: 2n ** 64n - 1n,
})
const base = 600_000_000_000n

const entry = (id: string, weight: bigint, fee: bigint) => poolEntry({ id, weight, fee })
const all = () => true

describe('fillTemplate', () => {
  test('takes everything up to the median', () => {
    const entries = [entry('a', 100_000n, 5n), entry('b', 200_000n, 0n)]
    expect(fillTemplate(entries, view, all)).toEqual({
      ids: ['a', 'b'],
      weight: 300_000n,
      fee: 5n,
      reward: base + 5n,
    })
    expect(fillTemplate([], view, all)).toEqual({ ids: [], weight: 0n, fee: 0n, reward: base })
  })

  test('takes a transaction above the median if its fee makes up for the penalty', () => {
    // 10 % above the median cost 1 % of the reward. Monero compares with a float of 24 bits, which is
    // 28 672 piconero below this reward.
    const full = entry('a', 300_000n, 0n)
    const penalty = base / 100n
    const idsWith = (fee: bigint) => fillTemplate([full, entry('b', 30_000n, fee)], view, all).ids
    expect(idsWith(penalty)).toEqual(['a', 'b'])
    expect(idsWith(penalty - 28_672n)).toEqual(['a', 'b'])
    expect(idsWith(penalty - 28_673n)).toEqual(['a'])
  })

  test('continues with lighter transactions after one that does not fit', () => {
    const entries = [entry('a', 599_401n, base), entry('b', 599_400n, base), entry('c', 1n, base)]
    // Twice the median, less 600 bytes for the miner transaction.
    expect(fillTemplate(entries, view, all).ids).toEqual(['b'])
    expect(fillTemplate([entries[0]!, entries[2]!], view, all).ids).toEqual(['c'])
  })

  test('loads only transactions that fit and increase the reward', () => {
    const asked: string[] = []
    const entries = [entry('a', 600_000n, base), entry('b', 310_000n, 0n), entry('c', 5n, 5n)]
    const filling = fillTemplate(entries, view, ({ id }) => asked.push(id) === 0)
    expect(asked).toEqual(['c'])
    expect(filling).toEqual({ ids: [], weight: 0n, fee: 0n, reward: base })
  })

  test('is limited by the reward alone above a parent of less than 300 bytes', () => {
    const light = Object.assign(Object.create(view) as typeof view, { medianWeight: 299n })
    const entries = [entry('a', 600_001n, base), entry('b', 300_000n, 0n)]
    expect(fillTemplate(entries, light, all).ids).toEqual(['b'])
  })
})
