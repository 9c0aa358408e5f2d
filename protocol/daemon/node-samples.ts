/**
 * Samples of nodes: height, ids of a few blocks, and fee rates. A wallet compares them with its own chain.
 *
 * The heights depend on the node's height alone, so one sample serves all wallets and shows nothing of them.
 *
 * @module
 */
import { list, object, text, u64, type Value } from '../fields.ts'
import type { Client } from '../contract.ts'
import { graceBlocks } from '../rules/fees.ts'
import { AnswerError, ConnectionError, DaemonError } from './errors.ts'
import type { rpc } from './wallet-tables.ts'

/** The path of a proxy's samples of its nodes. */
export const nodeSamplesPath = '/node-samples/v1'

/** Blocks this deep below both tops are the same for all honest nodes. */
export const settledDepth = 10n

const sampleFields = {
  name: text.describe('How messages name the node.'),
  problem: text.optional().describe('Why there is no sample; all other fields are empty.'),
  height: u64.describe('Blocks of the node.'),
  top_id: text.describe('Id of its top block.'),
  settled: list(object({ height: u64, id: text })).describe(
    'Blocks at least ten below its top whose heights are multiples of ten, the newest first.',
  ),
  fees: list(u64).describe('Its fee estimates by tier, in piconero per byte.'),
}

/** A node's answers; `problem` where it gave none. */
export type NodeSample = Value<typeof sampleFields>

/** The document at {@link nodeSamplesPath}. */
export const nodeSamples = object({ nodes: list(object(sampleFields)) })

/** The calls that a sample needs. */
export type SampledCalls = Pick<
  Client<typeof rpc>,
  'get_info' | 'on_get_block_hash' | 'get_fee_estimate'
>

/** A node to sample. Its calls reject after a timeout. */
type SampledNode = { name: string; calls: SampledCalls }

/** The shortest time between two samples of a node, in milliseconds. */
const freshMs = 10_000

/** Samples nodes on request; for all clients together, at most once every ten seconds. */
export class NodeSampler {
  readonly #nodes: readonly SampledNode[]
  readonly #nowMs: () => number
  #samples: readonly NodeSample[] = []
  #takenMs = -Infinity
  #running: Promise<void> | undefined

  /** @param nowMs - A monotonic clock. */
  constructor(nodes: readonly SampledNode[], nowMs: () => number) {
    this.#nodes = nodes
    this.#nowMs = nowMs
  }

  /** The present samples, in the order of the nodes. */
  async samples(): Promise<readonly NodeSample[]> {
    if (this.#nowMs() >= this.#takenMs + freshMs) {
      this.#running ??= this.#take().finally(() => (this.#running = undefined))
      await this.#running
    }
    return this.#samples
  }

  async #take() {
    this.#samples = await Promise.all(
      this.#nodes.map((node, index) => sampleOf(node, this.#samples[index])),
    )
    this.#takenMs = this.#nowMs()
  }
}

/** A sample without answers. */
const unsampled = (name: string, problem: string): NodeSample => ({
  name,
  problem,
  height: 0n,
  top_id: '',
  settled: [],
  fees: [],
})

/** @param last - The sample before; ids and fees of an unchanged top block are not requested again. */
async function sampleOf(node: SampledNode, last: NodeSample | undefined): Promise<NodeSample> {
  const { name, calls } = node
  try {
    const { height, top_block_hash: topId } = await calls.get_info({})
    if (last?.top_id === topId && last.height === height) return last
    const settled = []
    for (const settledHeight of settledHeights(height))
      settled.push({ height: settledHeight, id: await idAt(calls, settledHeight) })
    const { fees } = await calls.get_fee_estimate({ grace_blocks: graceBlocks })
    return { name, problem: undefined, height, top_id: requireId(topId), settled, fees }
  } catch (error) {
    if (error instanceof ConnectionError) return unsampled(name, 'it does not answer')
    if (error instanceof DaemonError || error instanceof AnswerError)
      return unsampled(name, 'its answer is not usable')
    throw error
  }
}

/** The two newest heights that are multiples of ten and settled, so that nodes a few blocks apart have one in common. */
function settledHeights(height: bigint): bigint[] {
  const deepest = height - 1n - settledDepth
  if (deepest < 0n) return []
  const newest = deepest - (deepest % 10n)
  return newest < 10n ? [newest] : [newest, newest - 10n]
}

const idAt = async (calls: SampledCalls, height: bigint) =>
  requireId((await calls.on_get_block_hash({ value: [height] })).value)

function requireId(id: string): string {
  if (!/^[0-9a-f]{64}$/.test(id)) throw new AnswerError('block id', 'expected 64 hex digits')
  return id
}
