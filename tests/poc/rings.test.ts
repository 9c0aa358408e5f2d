/** What a daemon finds out about the real ring member when it fails, forgets nothing, or lies. */
import { describe, expect, test } from 'vitest'
import { DaemonError } from '#protocol/daemon/errors.ts'
import { errorDetails } from '#protocol/error-details.ts'
import { ringScene } from '../support/spending/ring-scene.ts'
import { testCrypto } from '../support/wasm/crypto.ts'

const crypto = await testCrypto()
const seeds = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const named = {
  data: errorDetails.wrongCandidates,
  message: expect.stringContaining('daemon first:18081') as string,
}

describe('candidates of the same output are requested again', () => {
  test.each(seeds(5))('after a failure, with the same list (seed %i)', async (seed) => {
    const { chain, source, ownAt } = ringScene({ seed, outputs: 100_000 })
    const output = ownAt(99_500)
    const { get_outs } = chain.daemon.bin
    chain.daemon.bin.get_outs = async (params) => {
      await get_outs(params)
      throw new DaemonError('get_outs', 'BUSY')
    }
    for (let attempt = 0; attempt < 3; attempt++)
      await expect(source().rings([output])).rejects.toThrow('daemon is busy')
    expect(chain.asked[0]).toHaveLength(75)
    expect(chain.asked).toEqual(Array(3).fill(chain.asked[0]))
  })

  test.each(seeds(5))(
    'not within one payment, whatever the distribution (seed %i)',
    async (seed) => {
      const scene = ringScene({ seed, outputs: 20_000 })
      const { chain, source, ownAt } = scene
      const output = ownAt(19_000)
      scene.counts = new Float64Array(2000).fill(100_000).fill(500_000, 1000)
      await source()
        .rings([output])
        .catch(() => undefined)
      expect(chain.asked.length).toBeLessThanOrEqual(1)
    },
  )
})

describe('a daemon tries to identify the spent output', () => {
  test.each(seeds(5))('by returning unknown outputs as locked (seed %i)', async (seed) => {
    const { chain, source, store, ownAt } = ringScene({ seed, outputs: 100_000 })
    const output = ownAt(99_000)
    const truth = chain.lie
    const knows = (index: number) => index === 99_000 || (index * 2654435761) % 100 < 30
    chain.lie = (index, candidate) => ({ ...truth(index, candidate), unlocked: knows(index) })
    await expect(source().rings([output])).rejects.toMatchObject(named)
    await expect(source().rings([output])).rejects.toMatchObject(named)
    expect(chain.asked).toHaveLength(1)
    expect(store.rings.get(output.key)!.ring).toBeUndefined()
  })

  test('by returning wrong keys: it receives two requests, then no more', async () => {
    const { chain, source, ownAt } = ringScene({ seed: 5, outputs: 100_000 })
    const output = ownAt(99_000)
    const truth = chain.lie
    const foreign = crypto.multiplyBase(crypto.randomScalar())
    const step = crypto.multiplyBase(crypto.randomScalar())
    const corrupt = (half: number) => {
      let last = foreign
      chain.lie = (index, candidate) => {
        if (index === 99_000 || index % 2 !== half) return truth(index, candidate)
        return { ...candidate, key: (last = crypto.pointAdd(last, step)!) }
      }
    }
    corrupt(1)
    // Wrong keys are not provable before: the network refuses the payment.
    await source().rings([output])
    corrupt(0)
    await expect(source().rings([output])).rejects.toMatchObject(named)
    await expect(source().rings([output])).rejects.toMatchObject(named)
    expect(chain.asked).toHaveLength(2)
  })
})
