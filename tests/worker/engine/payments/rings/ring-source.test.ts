import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { ConnectionError, DaemonError } from '#protocol/daemon/errors.ts'
import { errorDetails } from '#protocol/error-details.ts'
import { noRealOutput } from '../../../../../worker/engine/payments/rings/candidate-check.ts'
import type { Grouped } from '../../../../../worker/engine/payments/rings/grouped-candidates.ts'
import {
  isPlausible,
  type RingCandidate,
} from '../../../../../worker/engine/payments/rings/rings.ts'
import type { OutputRecord } from '../../../../../worker/engine/store/records.ts'
import { oneEach, ringScene } from '../../../../support/spending/ring-scene.ts'
import { testCrypto } from '../../../../support/wasm/crypto.ts'

const crypto = await testCrypto()
type Lie = (index: number, truth: RingCandidate) => RingCandidate

const xmr = 1_000_000_000_000n

const wrong = (text: string) => ({
  code: -4,
  message: expect.stringContaining(text) as string,
  data: errorDetails.wrongCandidates,
})

describe('a ring', () => {
  test('law: is ascending, of 16 different outputs, with the real one at realIndex', async () => {
    const { mint, source } = ringScene()
    const outputs = Array.from({ length: 20 }, () => mint.output({ amount: xmr }))
    const rings = await source().rings(outputs)
    for (const [i, { members, realIndex }] of rings.entries()) {
      const indices = members.map(({ globalIndex }) => globalIndex)
      expect(indices).toEqual([...new Set(indices)].sort((a, b) => a - b))
      expect(indices.length).toBe(16)
      expect(BigInt(indices[realIndex]!)).toBe(outputs[i]!.globalIndex)
      expect(members[realIndex]!.commitment).toEqual(crypto.commit(xmr, outputs[i]!.mask))
    }
  })

  test('is requested once for each output', async () => {
    const { mint, chain, source } = ringScene()
    const [a, b] = [mint.output({ amount: xmr }), mint.output({ amount: xmr })]
    const payment = source()
    const [first] = await payment.rings([a])
    const [again] = await payment.rings([a, b])
    expect(again).toBe(first)
    expect(chain.asked.map(({ length }) => length)).toEqual([75, 75])
  })

  test('is requested in pieces of a thousand outputs', async () => {
    const { mint, chain, source } = ringScene()
    await source().rings(Array.from({ length: 14 }, () => mint.output({ amount: xmr })))
    expect(chain.asked.map(({ length }) => length)).toEqual([1000, 50])
  })

  test('is the same in the next payment, also from another daemon', async () => {
    const { mint, chain, source } = ringScene()
    const output = mint.output({ amount: xmr })
    const [first] = await source().rings([output])
    expect((await source({ daemonName: 'second:18081' }).rings([output]))[0]).toEqual(first)
    expect(chain.asked[1]).toEqual(chain.asked[0])
  })

  test('takes the members of an earlier payment without a ring record', async () => {
    const { mint, store, source } = ringScene()
    const output = mint.output({ amount: xmr })
    const old = Array.from({ length: 16 }, (_, i) => Number(output.globalIndex) + i)
    const rings = [old.map(BigInt)]
    await store.commit((change) =>
      change.put(store.sent, 'failed', { keyImages: [output.keyImage!], rings } as never),
    )
    const [ring] = await source().rings([output])
    expect(ring!.members.map(({ globalIndex }) => globalIndex)).toEqual(old)
  })
})

describe('the list of candidates', () => {
  test('is stored before the request is sent', async () => {
    const { mint, chain, store, source } = ringScene()
    const output = mint.output({ amount: xmr })
    const recorded: unknown[] = []
    const { get_outs } = chain.daemon.bin
    chain.daemon.bin.get_outs = async (params) => {
      recorded.push(structuredClone(store.rings.get(output.key)))
      return get_outs(params)
    }
    await source().rings([output])
    const sorted = [...store.rings.get(output.key)!.candidates].sort((a, b) => a - b)
    expect(recorded).toEqual([expect.objectContaining({ real: Number(output.globalIndex) })])
    expect(recorded[0]).not.toHaveProperty('ring')
    expect(chain.asked).toEqual([sorted.map(BigInt)])
  })

  test('is not requested when it cannot be stored', async () => {
    const { mint, chain, store, source } = ringScene()
    store.commit = () => Promise.reject(new Error('disk full'))
    await expect(source({ store }).rings([mint.output({ amount: xmr })])).rejects.toThrow('disk')
    expect(chain.asked).toEqual([])
  })

  test.each([
    ['BUSY', new DaemonError('get_outs', 'BUSY'), 'daemon is busy'],
    ['no answer', new ConnectionError('timed out'), 'no connection to daemon'],
  ])('is the same after %s', async (_, failure, message) => {
    const { mint, chain, source } = ringScene({ outputs: 5000 })
    const output = mint.output({ amount: xmr })
    const { get_outs } = chain.daemon.bin
    chain.daemon.bin.get_outs = async (params) => {
      await get_outs(params)
      throw failure
    }
    await expect(source().rings([output])).rejects.toMatchObject({ message })
    chain.daemon.bin.get_outs = get_outs
    await source().rings([output])
    expect(chain.asked[1]).toEqual(chain.asked[0])
  })

  test('grows while the whole chain is too short for a ring', async () => {
    const scene = ringScene({ outputs: 20 })
    const { chain, store, source, ownAt } = scene
    const output = ownAt(3)
    await expect(source().rings([output])).rejects.toMatchObject({ code: -19 })
    scene.counts = oneEach(60)
    await source({ height: 60n }).rings([output])
    expect(new Set(chain.asked[1])).toEqual(
      new Set(Array.from({ length: 51 }, (_, i) => BigInt(i))),
    )
    expect(store.rings.get(output.key)!.ring).toHaveLength(16)
  })

  test('error: is not requested while the wallet lacks blocks of candidates', async () => {
    const scene = ringScene({ outputs: 5000 })
    const { mint, chain, store, source } = scene
    const output = mint.output({ amount: xmr })
    const [ring] = await source().rings([output])
    scene.counts = oneEach(200)
    await expect(source().rings([output])).rejects.toMatchObject({
      code: -4,
      message: expect.stringContaining('the wallet has not read all blocks') as string,
    })
    expect(chain.asked).toHaveLength(1)
    expect(store.rings.get(output.key)!.refused).toBeUndefined()
    // Once the chain has grown again, the indices count, whatever output they mean now.
    scene.counts = oneEach(5000)
    expect((await source().rings([output]))[0]).toEqual(ring)
  })

  test('keeps its decoys when a reorganisation moved the output', async () => {
    const { mint, chain, store, source } = ringScene({ outputs: 5000 })
    const output = mint.output({ amount: xmr })
    const [before] = await source().rings([output])
    const decoys = (indices: readonly number[], real: number) => indices.filter((i) => i !== real)
    const moved = { ...output, globalIndex: 4321n }
    const truth = mint.candidateAt(Number(output.globalIndex))
    chain.lie = (index, candidate) => (index === 4321 ? truth : candidate)
    const old = store.rings.get(output.key)!
    await store.commit((change) => change.put(store.rings, output.key, withoutAnswer(old)))
    const [after] = await source().rings([moved])
    expect(
      decoys(
        after!.members.map(({ globalIndex }) => globalIndex),
        4321,
      ),
    ).toEqual(
      decoys(
        before!.members.map(({ globalIndex }) => globalIndex),
        Number(output.globalIndex),
      ),
    )
    expect(decoys(store.rings.get(output.key)!.candidates, 4321)).toEqual(
      decoys(old.candidates, Number(output.globalIndex)),
    )
  })
})

describe('candidates in groups', () => {
  /** A payment with an output, whose candidates come in groups where `lie` says what they are. */
  function groupedScene(lie: Lie = (_, truth) => truth) {
    const scene = ringScene({ outputs: 5000 })
    const output = scene.ownAt(3000)
    const asked: (readonly number[])[] = []
    const grouped: Grouped = async (indices) => {
      asked.push(indices)
      const candidateOf = (index: number) =>
        lie(index, scene.chain.lie(index, scene.mint.candidateAt(index)))
      return new Map(indices.map((index) => [index, { ...candidateOf(index), height: 0n }]))
    }
    return { ...scene, output, asked, grouped }
  }

  test('make the ring that candidates by index make', async () => {
    const { source, grouped, output, chain, asked, store } = groupedScene()
    const [ring] = await source({ grouped }).rings([output])
    expect(chain.asked).toEqual([])
    expect(asked).toEqual([store.rings.get(output.key)!.candidates])
    expect((await source().rings([output]))[0]).toEqual(ring)
    expect(chain.asked.map(({ length }) => length)).toEqual([75])
  })

  test('are requested for all outputs at once, and each index once', async () => {
    const { source, grouped, output, ownAt, asked, chain } = groupedScene()
    await source({ grouped }).rings([output, ownAt(2999)])
    expect(asked).toHaveLength(1)
    expect(new Set(asked[0]).size).toBe(asked[0]!.length)
    expect(chain.asked).toEqual([])
  })

  test('are not asked for outputs with an amount in the clear', async () => {
    const { source, grouped, output, asked, chain } = groupedScene()
    const clear = { ...output, key: bytesToHex(crypto.randomScalar()), ringct: false, amount: 5n }
    chain.daemon.rpc.get_output_histogram = async () =>
      ({
        histogram: [{ amount: 5n, unlocked_instances: 4000n, recent_instances: 10n }],
      }) as never
    // Its candidates are answered falsely: what counts here is which are requested.
    const rings = source({ grouped }).rings([output, clear])
    await expect(rings).rejects.toMatchObject(wrong(noRealOutput))
    expect(asked.map(({ length }) => length)).toEqual([75])
    expect(chain.asked.map(({ length }) => length)).toEqual([25])
  })

  test('error: a false one ends the attempt, and the message names the feed', async () => {
    const other = crypto.multiplyBase(crypto.randomScalar())
    const { source, grouped, output, asked, chain, store } = groupedScene((index, truth) =>
      index === 3000 ? { ...truth, key: other } : truth,
    )
    await expect(source({ grouped }).rings([output])).rejects.toMatchObject(
      wrong(
        `${noRealOutput}: the scan feed of daemon first:18081 gave a wrong answer and will not be asked`,
      ),
    )
    // Its server is not asked by index either.
    await expect(source({ grouped }).rings([output])).rejects.toMatchObject(wrong('first:18081'))
    expect([asked.length, chain.asked]).toEqual([1, []])
    expect(store.rings.get(output.key)!.refused).toEqual([{ daemon: 'first:18081', claims: [] }])
  })

  test('error: claims of a feed are not confirmed by the daemon that has it', async () => {
    const seen = new Set<number>()
    const locked: Lie = (index, truth) => {
      if (index !== 3000 && index < 4900 && seen.size < 2) seen.add(index)
      return { ...truth, unlocked: !seen.has(index) }
    }
    const { source, grouped, output } = groupedScene(locked)
    await expect(source({ grouped }).rings([output])).rejects.toMatchObject(wrong('unusable'))
    await expect(source().rings([output])).rejects.toMatchObject(wrong('first:18081'))
    const [ring] = await source({ grouped, daemonName: 'second:18081' }).rings([output])
    expect(ring!.members.filter(({ globalIndex }) => seen.has(globalIndex))).toEqual([])
  })
})

describe('implausible rings', () => {
  test('error: are refused before any request, and nothing is recorded', async () => {
    const scene = ringScene({ outputs: 20_000 })
    const { chain, store, source, ownAt } = scene
    // All decoys are in the first block, most outputs too young to be decoys.
    scene.counts = new Float64Array(2000).fill(100_000).fill(500_000, 1995)
    await expect(source().rings([ownAt(19_000)])).rejects.toMatchObject({
      code: -4,
      message: 'Transaction sanity check failed',
    })
    expect(chain.asked).toEqual([])
    expect(store.rings.size).toBe(0)
  })

  test('error: stored lists with too many common members are refused, and not drawn again', async () => {
    const { chain, store, source, ownAt } = ringScene({ outputs: 20_000 })
    const outputs = [ownAt(19_000), ownAt(19_001)]
    const shared = Array.from({ length: 73 }, (_, i) => 18_000 + i)
    await store.commit((change) => {
      for (const [at, { key }] of outputs.entries()) {
        const real = 19_000 + at
        change.put(store.rings, key, { real, candidates: [real, ...shared], height: 20_000n })
      }
    })
    await expect(source().rings(outputs)).rejects.toThrow('Transaction sanity check failed')
    expect(chain.asked).toEqual([])
  })
})

describe('a stored list that is too old for a plausible ring', () => {
  /** An output with a list and a ring from the time when the chain had a tenth of its blocks. */
  async function oldRing() {
    const scene = ringScene({ outputs: 200_000 })
    const output = scene.ownAt(10_000)
    const young = { height: 20_000n, outputCounts: async () => oneEach(20_000) }
    const [ring] = await scene.source(young).rings([output])
    return { ...scene, output, ring: indicesOf(ring!), record: scene.store.rings.get(output.key)! }
  }
  const indicesOf = ({ members }: { members: readonly { globalIndex: number }[] }) =>
    members.map(({ globalIndex }) => globalIndex)
  const shared = (a: readonly number[], b: readonly number[]) =>
    a.filter((index) => b.includes(index))

  test('is extended once: requests contain it, and seven members of its ring stay', async () => {
    const { source, store, output, chain, ring, record } = await oldRing()
    const [extended] = await source().rings([output])
    expect(isPlausible([extended!], 200_000)).toBe(true)
    expect(shared(indicesOf(extended!), ring)).toHaveLength(7)
    expect(shared(indicesOf(extended!), ring)).toContain(10_000)
    const [first, second] = chain.asked.map((asked) => asked.map(Number))
    expect(shared(second!, first!)).toEqual(first)
    expect(new Set(second).size).toBe(150)
    expect(shared(second!, record.candidates)).toHaveLength(75)

    const stored = store.rings.get(output.key)!
    expect([...stored.candidates].sort((a, b) => a - b)).toEqual(second)
    expect(indicesOf((await source().rings([output]))[0]!)).toEqual(indicesOf(extended!))
    expect(chain.asked.at(-1)!.map(Number)).toEqual(second)
    expect(store.rings.get(output.key)!.candidates).toEqual(stored.candidates)
  })

  test('is extended again with the same seven members, and keeps the daemons that answered wrongly', async () => {
    const { source, store, output, ring, counts, record } = await oldRing()
    const refused = [{ daemon: 'other:18081', claims: [] }]
    await store.commit((change) => change.put(store.rings, output.key, { ...record, refused }))
    const middle = { height: 100_000n, outputCounts: async () => counts.subarray(0, 100_000) }
    const [second] = await source(middle).rings([output])
    const later = { height: 400_000n, outputCounts: async () => oneEach(400_000) }
    const [third] = await source(later).rings([output])
    expect(isPlausible([third!], 400_000)).toBe(true)
    expect(shared(indicesOf(third!), indicesOf(second!))).toEqual(shared(indicesOf(second!), ring))
    expect(store.rings.get(output.key)).toMatchObject({ height: 400_000n, refused })
  })

  test('is not extended while other rings of the payment make it plausible', async () => {
    const { source, store, output, record, ownAt } = await oldRing()
    await source().rings([output, ownAt(199_000), ownAt(198_000)])
    expect(store.rings.get(output.key)!.candidates).toEqual(record.candidates)
  })
})

describe('a daemon with wrong answers', () => {
  /** An old own output, and a daemon whose answers the test changes. */
  function wrongDaemon(lie: Lie = (_, truth) => truth) {
    const scene = ringScene({ outputs: 5000 })
    const output = scene.ownAt(3000)
    const truth = scene.chain.lie
    const setLie = (next: Lie) =>
      void (scene.chain.lie = (index, candidate) => next(index, truth(index, candidate)))
    setLie(lie)
    const ask = (daemonName = 'first:18081') => scene.source({ daemonName }).rings([output])
    return { ...scene, output, ask, setLie, honest: () => setLie((_, candidate) => candidate) }
  }
  /** Changes the answer for a number of candidates older than 60 blocks, never for the own output. */
  const someOf = (most: number, change: Partial<RingCandidate>, seen = new Set<number>()): Lie => {
    return (index, candidate) => {
      if (index !== 3000 && index < 4900 && seen.size < most) seen.add(index)
      return seen.has(index) ? { ...candidate, ...change } : candidate
    }
  }
  const ours =
    (change: Partial<RingCandidate>): Lie =>
    (index, candidate) =>
      index === 3000 ? { ...candidate, ...change } : candidate
  const noPoint = new Uint8Array(32).fill(0xff)
  const other = crypto.multiplyBase(crypto.randomScalar())

  test.each<[string, Lie, string]>([
    ['another own key', ours({ key: other }), noRealOutput],
    ['another own commitment', ours({ commitment: other }), noRealOutput],
    ['the own output locked', ours({ unlocked: false }), noRealOutput],
    ['an old output locked', someOf(1, { unlocked: false }), 'unusable ring candidates'],
    ['a key that is no point', someOf(1, { key: noPoint }), 'unusable ring candidates'],
    [
      'a commitment that is no point',
      someOf(1, { commitment: noPoint }),
      'a commitment that no output has',
    ],
    [
      'one key for many candidates',
      someOf(60, { key: other }),
      'too many unusable ring candidates',
    ],
  ])(
    'error: %s: the message names the daemon, which receives no second request',
    async (_, lie, text) => {
      const { ask, chain, honest, store, output } = wrongDaemon(lie)
      await expect(ask()).rejects.toMatchObject(wrong(text))
      await expect(ask()).rejects.toMatchObject(wrong('daemon first:18081 gave a wrong answer'))
      expect(chain.asked).toHaveLength(1)
      expect(store.rings.get(output.key)!.ring).toBeUndefined()
      // Another daemon receives the same request.
      honest()
      await ask('second:18081')
      expect(chain.asked[1]).toEqual(chain.asked[0])
    },
  )

  test('error: a candidate with the own key', async () => {
    const { ask, setLie, output } = wrongDaemon()
    setLie(someOf(1, { key: hexToBytes(output.key) }))
    await expect(ask()).rejects.toMatchObject(wrong('unusable ring candidates'))
  })

  test('a few candidates that two daemons report as invalid are left out', async () => {
    const seen = new Set<number>()
    const { ask, chain } = wrongDaemon(someOf(3, { key: noPoint }, seen))
    await expect(ask()).rejects.toMatchObject(wrong('unusable'))
    const [ring] = await ask('second:18081')
    expect(ring!.members.filter(({ globalIndex }) => seen.has(globalIndex))).toEqual([])
    expect(chain.asked).toHaveLength(2)
  })

  test.each([
    ['there are many', 8, 8],
    ['the second reports one more', 3, 4],
  ])('error: two daemons report locked candidates, but %s', async (_, first, second) => {
    const seen = new Set<number>()
    const { ask, setLie } = wrongDaemon(someOf(first, { unlocked: false }, seen))
    await expect(ask()).rejects.toMatchObject(wrong('unusable'))
    setLie(someOf(second, { unlocked: false }, seen))
    await expect(ask('second:18081')).rejects.toMatchObject(wrong('daemon second:18081'))
  })

  test('error: reports a young candidate as locked after it is old', async () => {
    const { ask, chain, source, output } = wrongDaemon((index, candidate) => {
      return { ...candidate, unlocked: index < 4940 }
    })
    const [ring] = await ask()
    const young = (index: number) => index >= 4940
    expect(ring!.members.some(({ globalIndex }) => young(globalIndex))).toBe(false)
    expect(chain.asked[0]!.some((index) => young(Number(index)))).toBe(true)
    await expect(source({ height: 5120n }).rings([output])).rejects.toMatchObject(
      wrong('unusable ring candidates'),
    )
  })

  test('error: reports a member of a finished ring as locked', async () => {
    const { ask, setLie, honest, store, output } = wrongDaemon()
    const older = Array.from({ length: 73 }, (_, i) => 4000 + i)
    const record = { real: 3000, candidates: [3000, 4950, ...older], height: 5000n }
    await store.commit((change) => change.put(store.rings, output.key, record))
    const [ring] = await ask()
    expect(ring!.members.map(({ globalIndex }) => globalIndex)).toContain(4950)
    setLie((index, candidate) => ({ ...candidate, unlocked: index !== 4950 }))
    await expect(ask()).rejects.toMatchObject({ data: errorDetails.missingCandidates })
    honest()
    expect((await ask())[0]).toEqual(ring)
  })

  test('error: contradicts its earlier ring members; the answer of another daemon counts', async () => {
    const { ask, setLie } = wrongDaemon()
    const [ring] = await ask()
    const member = ring!.members.find(({ globalIndex }) => globalIndex !== 3000)!.globalIndex
    setLie((index, candidate) => (index === member ? { ...candidate, key: other } : candidate))
    await expect(ask()).rejects.toMatchObject(wrong('other ring members than before'))
    const [second] = await ask('second:18081')
    expect(second!.members.find(({ globalIndex }) => globalIndex === member)!.key).toEqual(other)
  })

  test('error: returns fewer outputs than requested', async () => {
    const { chain, ask } = wrongDaemon()
    const { get_outs } = chain.daemon.bin
    chain.daemon.bin.get_outs = async (params) => {
      const answer = await get_outs(params)
      return { ...answer, outs: answer.outs.slice(1) }
    }
    await expect(ask()).rejects.toThrow('daemon returned wrong response for get_outs.bin')
  })

  test('error: the own index is above all outputs', async () => {
    const { mint, source } = ringScene({ outputs: 30 })
    const output: OutputRecord = { ...mint.output({ amount: xmr }), globalIndex: 30n }
    await expect(source().rings([output])).rejects.toThrow(
      'Daemon reports suspicious number of rct outputs',
    )
  })
})

const withoutAnswer = <R extends { answer?: unknown }>({ answer: _, ...record }: R) => record
