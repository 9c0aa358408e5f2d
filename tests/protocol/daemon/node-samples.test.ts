import { describe, expect, test } from 'vitest'
import { AnswerError, ConnectionError } from '#protocol/daemon/errors.ts'
import { NodeSampler, nodeSamples, type SampledCalls } from '#protocol/daemon/node-samples.ts'
import { heightId } from '../../support/daemons/sampled-node.ts'
import { parseJson, stringifyJson } from '#protocol/json/json.ts'

/** A node whose block ids are their heights, and the calls that it received. */
function node(height: bigint, calls: Partial<SampledCalls> = {}) {
  const asked: string[] = []
  const state = { height }
  const own = {
    get_info: async () => {
      asked.push('get_info')
      return { height: state.height, top_block_hash: heightId(state.height - 1n) }
    },
    on_get_block_hash: async ({ value: [at] }: { value: readonly bigint[] }) => {
      asked.push(`block ${at}`)
      return { value: heightId(at!) }
    },
    get_fee_estimate: async () => {
      asked.push('get_fee_estimate')
      return { fees: [20_000n, 80_000n] }
    },
    ...calls,
  } as unknown as SampledCalls
  return { asked, state, node: { name: 'a.example:1', calls: own } }
}

const unanswered = (problem: string) => ({
  name: 'a.example:1',
  problem,
  height: 0n,
  top_id: '',
  settled: [],
  fees: [],
})

describe('a sample', () => {
  test('has the top block, two settled blocks and the fees', async () => {
    const { node: given, asked } = node(100n)
    const samples = await new NodeSampler([given], () => 0).samples()
    expect(samples).toEqual([
      {
        name: 'a.example:1',
        problem: undefined,
        height: 100n,
        top_id: heightId(99),
        settled: [
          { height: 80n, id: heightId(80) },
          { height: 70n, id: heightId(70) },
        ],
        fees: [20_000n, 80_000n],
      },
    ])
    expect(asked).toEqual(['get_info', 'block 80', 'block 70', 'get_fee_estimate'])
    expect(nodeSamples.parse(parseJson(stringifyJson({ nodes: samples })), '')).toEqual({
      nodes: samples,
    })
  })

  test.each([
    ['1', []],
    ['10', []],
    ['11', ['0']],
    ['20', ['0']],
    ['21', ['10', '0']],
    ['101', ['90', '80']],
    ['111', ['100', '90']],
  ])('of %s blocks has the settled heights %j', async (height, heights) => {
    const [sample] = await new NodeSampler([node(BigInt(height)).node], () => 0).samples()
    expect(sample!.settled.map((block) => `${block.height}`)).toEqual(heights)
  })

  test('is taken at most once in ten seconds, for all clients', async () => {
    let nowMs = 0
    const { node: given, asked, state } = node(100n)
    const sampler = new NodeSampler([given], () => nowMs)
    await Promise.all([sampler.samples(), sampler.samples()])
    nowMs = 9_999
    await sampler.samples()
    expect(asked).toHaveLength(4)
    nowMs = 10_000
    await sampler.samples()
    expect(asked.slice(4)).toEqual(['get_info'])
    state.height = 101n
    nowMs = 20_000
    expect((await sampler.samples())[0]!.height).toBe(101n)
    expect(asked.slice(5)).toEqual(['get_info', 'block 90', 'block 80', 'get_fee_estimate'])
  })

  test.each([
    ['no answer', new ConnectionError('late'), 'it does not answer'],
    ['an answer of another form', new AnswerError('get_info', 'x'), 'its answer is not usable'],
  ])('error: %s', async (_, error, problem) => {
    const { node: given } = node(100n, { get_info: () => Promise.reject(error) })
    const samples = await new NodeSampler([given, node(5n).node], () => 0).samples()
    expect(samples).toMatchObject([unanswered(problem), { height: 5n, problem: undefined }])
  })

  test('error: an id that is none', async () => {
    const { node: given } = node(100n, {
      on_get_block_hash: (async () => ({ value: '<b>' })) as never,
    })
    expect(await new NodeSampler([given], () => 0).samples()).toEqual([
      unanswered('its answer is not usable'),
    ])
  })
})
