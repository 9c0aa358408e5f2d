import { describe, expect, test } from 'vitest'
import { RingSource } from '../../../../../worker/engine/payments/rings/ring-source.ts'
import type { OutputRecord } from '../../../../../worker/engine/store/records.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'
import { MintedChain } from '../../../../support/chains/minted-chain.ts'
import { CoinMint, newSecrets } from '../../../../support/chains/coin-mint.ts'
import { seededBytes } from '../../../../support/random/sfc32.ts'

const crypto = await testCrypto()
const xmr = 1_000_000_000_000n

function setUp({ outputs = 400, seed = 1 } = {}) {
  const mint = new CoinMint(crypto, newSecrets(crypto))
  const chain = new MintedChain(mint, outputs)
  const known = new Map<string, readonly number[]>()
  const clock = { now: () => 1_700_000_000n }
  const ports = { daemon: chain.daemon, crypto, random: seededBytes(seed), clock }
  return { mint, chain, known, source: new RingSource(ports, 16, known) }
}

describe('RingSource', () => {
  test('law: a ring is ascending, of 16 different outputs, with the real one where it says', async () => {
    const { mint, source } = setUp()
    const outputs = Array.from({ length: 20 }, () => mint.output({ amount: xmr }))
    const rings = await source.rings(outputs)
    for (const [i, { members, realIndex }] of rings.entries()) {
      const indices = members.map(({ globalIndex }) => globalIndex)
      expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b))
      expect(indices.length).toBe(16)
      expect(BigInt(indices[realIndex]!)).toBe(outputs[i]!.globalIndex)
      expect(members[realIndex]!.commitment).toEqual(crypto.commit(xmr, outputs[i]!.mask))
    }
  })

  test('asks about an output once, however often it is planned with', async () => {
    const { mint, chain, source } = setUp()
    const [a, b] = [mint.output({ amount: xmr }), mint.output({ amount: xmr })]
    const [first] = await source.rings([a])
    const [again] = await source.rings([a, b])
    expect(again).toBe(first)
    expect(chain.asked.map(({ length }) => length)).toEqual([75, 75])
  })

  test('asks in pieces of a thousand', async () => {
    const { mint, chain, source } = setUp()
    await source.rings(Array.from({ length: 14 }, () => mint.output({ amount: xmr })))
    expect(chain.asked.map(({ length }) => length)).toEqual([1000, 50])
  })

  test('draws again when rings look implausible', async () => {
    const { mint, chain, source, known } = setUp({ outputs: 20_000 })
    // Two outputs that were in one old ring before: most members are shared, and none is recent.
    const outputs = [mint.output({ amount: xmr }), mint.output({ amount: xmr })]
    const old = Array.from({ length: 16 }, (_, i) => 2000 + i)
    for (const { keyImage } of outputs) known.set(keyImage!, old)
    const rings = await source.rings(outputs)
    expect(chain.asked.length).toBe(2)
    expect(rings[0]!.members.map(({ globalIndex }) => globalIndex)).not.toEqual(
      expect.arrayContaining(old.slice(0, 14)),
    )
  })

  test('error: the daemon answers for fewer outputs than asked', async () => {
    const { mint, chain, source } = setUp()
    const output = mint.output({ amount: xmr })
    const get_outs = chain.daemon.bin.get_outs
    chain.daemon.bin.get_outs = async (params) => {
      const answer = await get_outs(params)
      return { ...answer, outs: answer.outs.slice(1) }
    }
    await expect(source.rings([output])).rejects.toThrow(
      'daemon returned wrong response for get_outs.bin',
    )
  })

  test('error: the daemon knows fewer outputs than we own', async () => {
    const { mint, source } = setUp({ outputs: 30 })
    const output: OutputRecord = { ...mint.output({ amount: xmr }), globalIndex: 30n }
    await expect(source.rings([output])).rejects.toThrow(
      'Daemon reports suspicious number of rct outputs',
    )
  })
})
