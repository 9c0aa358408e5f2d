import { describe, expect, test } from 'vitest'
import { CandidateLists } from '../../../../../worker/engine/payments/rings/candidate-lists.ts'
import { noRealOutput } from '../../../../../worker/engine/payments/rings/candidate-check.ts'
import type { RingRecord } from '../../../../../worker/engine/store/records.ts'
import { MintedChain } from '../../../../support/chains/minted-chain.ts'
import { CoinMint, newSecrets } from '../../../../support/chains/coin-mint.ts'
import { oneEach } from '../../../../support/spending/ring-scene.ts'
import { seededBytes } from '../../../../support/random/sfc32.ts'
import { someOutput } from '../../../../support/wallets/output-records.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'
import { Store } from '../../../../../worker/engine/store/store.ts'

const crypto = await testCrypto()

/** Lists on a chain with one output a block. */
async function listsOf(blocks: number, stored?: RingRecord, counts = oneEach(blocks)) {
  const store = new Store(() => Promise.resolve())
  const output = someOutput({ globalIndex: BigInt(stored?.real ?? 7) })
  if (stored) await store.commit((change) => change.put(store.rings, output.key, stored))
  const { daemon } = new MintedChain(new CoinMint(crypto, newSecrets(crypto)), blocks)
  const clock = { now: () => 1_700_000_000n }
  const outputCounts = async () => counts
  const ports = { daemon, outputCounts, random: seededBytes(1), clock, store }
  const lists = new CandidateLists({ ...ports, height: BigInt(blocks) }, 16)
  return { store, output, lists }
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('CandidateLists', () => {
  test('draws one list of 75 indices with the chain height, and stores nothing', async () => {
    const { store, output, lists } = await listsOf(3000)
    const [record, ...more] = await lists.of([output])
    expect(more).toEqual([])
    expect(record).toMatchObject({ real: 7, height: 3000n })
    expect(new Set(record!.candidates).size).toBe(75)
    expect(record!.candidates).toContain(7)
    expect(store.rings.size).toBe(0)
  })

  test('returns the stored list as long as it is enough for a ring', async () => {
    const stored = { real: 7, candidates: [7, ...upTo(16).map((i) => i + 100)], height: 300n }
    const { output, lists } = await listsOf(3000, stored)
    expect((await lists.of([output]))[0]).toBe(stored)
  })

  test('adds to a stored list that is too short for a ring, and drops nothing', async () => {
    const refused = [{ daemon: 'node:2', claims: [] }]
    const stored = { real: 7, candidates: [7, 1, 2, 2, 2], height: 12n, refused }
    const { output, lists } = await listsOf(3000, stored)
    const [record] = await lists.of([output])
    expect(record!.candidates.slice(0, 3)).toEqual([7, 1, 2])
    expect(new Set(record!.candidates).size).toBe(75)
    expect(record).toMatchObject({ height: 3000n, refused })
  })

  test('oldOutputs counts outputs older than 60 blocks', async () => {
    const { output, lists } = await listsOf(3000)
    await lists.of([output])
    // The chain has the blocks 0 to 2999. A miner's output of block 2939 is unlocked since block 2999.
    expect(lists.oldOutputs).toBe(2940)
    const young = await listsOf(61)
    await young.lists.of([young.output])
    expect(young.lists.oldOutputs).toBe(1)
  })

  test.each([
    ['has all candidates ten blocks deep', 110, undefined],
    ['lacks the last of these blocks', 109, 'has not read all blocks of the ring candidates'],
  ])('the wallet %s', async (_, blocks, message) => {
    const stored = { real: 7, candidates: upTo(101), height: 110n }
    const { output, lists } = await listsOf(blocks, stored)
    if (message) await expect(lists.of([output])).rejects.toThrow(message)
    else expect((await lists.of([output]))[0]).toBe(stored)
  })

  test.each([
    ['ten blocks', oneEach(10)],
    ['no output', new Float64Array(3000)],
  ])('error: the chain has %s', async (_, counts) => {
    const { lists, output } = await listsOf(3000, undefined, counts)
    await expect(lists.of([output])).rejects.toMatchObject({
      code: -4,
      message: 'failed to get output distribution',
    })
  })

  test('error: the own output is too young on a short chain', async () => {
    const { lists, output } = await listsOf(60)
    const own = { ...output, globalIndex: 55n }
    await expect(lists.of([own])).rejects.toThrow(noRealOutput)
  })
})
