/**
 * Compares our node with monerod: both have the same blocks, and receive requests in turn.
 *
 * @module
 */
import { bin } from '#protocol/daemon/calls.ts'
import { epeeFrom, epeeTo } from '#protocol/epee/epee.ts'
import { minerAddress } from '../../support/programs/monerod.ts'
import { timed } from '../../support/programs/timed.ts'
import { makePaidBlocks, perBlock, send, type FedBlock } from '../chain/paid-blocks.ts'
import type { Group } from '../group.ts'
import { privateBytes } from '../processes.ts'
import { rateOf, startNodes, type BenchNode } from '../programs/nodes.ts'
import { hasWalletRpc } from '../programs/wallet.ts'
import { atLeast, atMost, noGoal, ratioAtLeast, row, type Goal } from '../row.ts'
import type { Size } from '../size.ts'
import { medianOf } from '../statistics.ts'

type Measure = (node: BenchNode) => Promise<number>
type Samples = Record<BenchNode['name'], number[]>

export const node: Group = {
  name: 'node',
  summary: 'our own chain: calls, blocks and memory',
  async measure({ size, log }) {
    if (!hasWalletRpc) {
      log('monero is not installed')
      return []
    }
    const { base, paid } = await makePaidBlocks(size.coins, size.calls)
    const nodes = await startNodes()
    const inTurns = async (rounds: number, measure: Measure) => {
      const samples: Samples = { ours: [], monerod: [] }
      for (let round = 0; round < rounds; round++)
        for (const each of nodes) samples[each.name].push(await measure(each))
      return samples
    }
    try {
      for (const each of nodes) {
        for (const block of base) await feed(each, block)
      }
      // All transactions are in the pool before the first block, as in a synchronised node.
      const verifying: Samples = { ours: [], monerod: [] }
      for (const { transactions } of paid)
        for (const each of nodes)
          verifying[each.name].push(await timed(() => sendAll(each, transactions)))
      const adding: Samples = { ours: [], monerod: [] }
      for (const { blob } of paid)
        for (const each of nodes) adding[each.name].push(await timed(() => submit(each, blob)))
      const whole = (name: BenchNode['name']) =>
        perSecond(verifying[name].map((ms, block) => ms + adding[name][block]!))
      const mining = await inTurns(size.rounds, (each) => mine(each, size.nodeBlocks))
      const rows = [
        rowOf(
          `blocks of ${perBlock} transactions added, one connection each`,
          { ours: perSecond(adding.ours), monerod: perSecond(adding.monerod) },
          { goal: atLeast(100, '1/s') },
        ),
        rowOf(
          'the same, with the time to verify their transactions',
          { ours: whole('ours'), monerod: whole('monerod') },
          { goal: ratioAtLeast(0.334, 'monerod') },
        ),
        rowOf('blocks mined by generateblocks', mining, { goal: atLeast(500, '1/s') }),
      ]
      for (const { name, path, body, calls, connections, goal } of asks(size)) {
        const asked = { path, body: typeof body === 'function' ? await body(nodes) : body }
        const rates = await inTurns(size.rounds, (each) =>
          rateOf(each, asked, { connections, calls }),
        )
        rows.push(rowOf(name, rates, { goal }))
      }
      const megabytes = await inTurns(1, async ({ pid }) => privateBytes(pid) / 1e6)
      return [...rows, rowOf('memory', megabytes, { unit: 'MB', goal: atMost(250, 'MB') })]
    } finally {
      for (const each of nodes) await each.stop()
    }
  },
}

async function feed(node: BenchNode, { blob, transactions }: FedBlock) {
  await sendAll(node, transactions)
  await submit(node, blob)
}

async function sendAll(node: BenchNode, transactions: FedBlock['transactions']) {
  for (const tx of transactions) await send(node, tx)
}

const submit = (node: BenchNode, blob: string) => node.call('submit_block', [blob])

const perSecond = (durations: readonly number[]) => durations.map((ms) => 1000 / ms)

/** @returns Blocks per second. */
async function mine(node: BenchNode, blocks: number): Promise<number> {
  const params = { amount_of_blocks: blocks, wallet_address: minerAddress }
  return (1000 * blocks) / (await timed(() => node.call('generateblocks', params)))
}

type Ask = {
  name: string
  path: string
  body: string | ((nodes: readonly BenchNode[]) => Promise<Uint8Array>)
  connections: number
  calls: number
  goal: Goal
}

function asks({ calls, nodeBlocks }: Size): Ask[] {
  const small = ['get_info', 'get_height'].flatMap((call) =>
    [1, 10].map((connections) => ({
      name: `${call}, ${connections} connection${connections > 1 ? 's' : ''}`,
      path: `/${call}`,
      body: '',
      connections,
      calls: 50 * calls,
      goal: connections > 1 ? ratioAtLeast(0.8, 'monerod') : noGoal,
    })),
  )
  return [
    ...small,
    {
      name: `get_blocks.bin, ${nodeBlocks} blocks, pruned`,
      path: '/get_blocks.bin',
      connections: 1,
      calls,
      body: (nodes) => firstBlocks(nodes, nodeBlocks),
      goal: ratioAtLeast(1, 'monerod'),
    },
  ]
}

/** A request for blocks with most of the transactions; both nodes must return all of them. */
async function firstBlocks(nodes: readonly BenchNode[], count: number): Promise<Uint8Array> {
  const body = epeeFrom(bin.get_blocks.params, {
    start_height: 1n,
    prune: true,
    max_block_count: BigInt(count),
  })
  for (const each of nodes) {
    const { bytes } = await each.post('/get_blocks.bin', body)
    const { blocks } = epeeTo(bin.get_blocks.result, bytes)
    // Older versions of monerod have no such limit, and return a thousand blocks.
    if (blocks.length < count) throw new Error(`${each.name}: ${blocks.length} blocks of ${count}`)
  }
  return body
}

const rowOf = (
  name: string,
  { ours, monerod }: Samples,
  { unit = '1/s', goal }: { unit?: string; goal: Goal },
) =>
  row({
    name: `node/${name}`,
    unit,
    goal,
    value: medianOf(ours),
    reference: medianOf(monerod),
  })
