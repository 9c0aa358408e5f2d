/**
 * Two real monerods on different private chains with the same first block: the wallet service and a wallet behind a
 * proxy send nothing until they have the same chain.
 */
import { describe, expect } from 'vitest'
import { beforeAll, test } from '../support/programs/test.ts'
import { nodeSamplesPath } from '#protocol/daemon/node-samples.ts'
import { connectDaemon } from '../../worker/adapters/daemon.ts'
import { requestSamples } from '../../worker/adapters/node-samples.ts'
import type { Service } from '../../worker/engine/service.ts'
import type { Wallet } from '../../worker/engine/wallet.ts'
import { dispatch } from '../../worker/rpc/dispatch.ts'
import { ask, post } from '../support/network/http-client.ts'
import { atFileEnd } from '../support/programs/file-end.ts'
import {
  minerAddress,
  restoreMiner,
  startMonerod,
  type Monerod,
  type Result,
} from '../support/programs/monerod.ts'
import { startOurWalletRpc, type OurWalletRpc } from '../support/programs/nightjar.ts'
import { poll } from '../support/programs/process.ts'
import { startProxy, type Proxy } from '../support/programs/proxy.ts'
import { testService, testWallet } from '../support/wallets/test-wallet.ts'

const xmr = 1_000_000_000_000n
const payment = { destinations: [{ address: minerAddress, amount: xmr }] }

let node: Monerod
/** Has a chain of its own, then that of `node`. */
let other: Monerod
let service: OurWalletRpc
let proxy: Proxy
/** Behind the proxy. */
let wallet: Wallet
let walletService: Service

beforeAll(async () => {
  ;[node, other] = await Promise.all([startMonerod(), startMonerod()])
  proxy = await startProxy([node.url, other.url])
  const connect = connectDaemon
  walletService = await testService(
    { network: 'fakechain', daemon: { address: proxy.url, trusted: false } },
    {
      connect: (target) => ({
        ...connect(target),
        // As in a page, whose origin is the proxy.
        otherNodes: {
          includeOwn: true,
          samples: () =>
            requestSamples(new AbortController().signal, (path, init) =>
              fetch(`${proxy.url}${path}`, init),
            ),
        },
      }),
    },
  )
  atFileEnd(() => walletService.close())
  wallet = await testWallet({ network: 'fakechain' }, walletService)
  await node.mine(4, wallet.primaryAddress)
  await node.mine(80)
  await other.mine(80)
  service = await startOurWalletRpc({
    daemon: node.url,
    flags: ['--no-auto-refresh', '--compare-daemon', other.url],
  })
  await restoreMiner(service)
}, 600_000)

/** A call of the service, and its error with `data`. */
const call = async (method: string, params: object = {}): Promise<Result> =>
  (await post(`${service.url}/json_rpc`, { jsonrpc: '2.0', id: '0', method, params })).json()

const pool = async (): Promise<Result[]> =>
  (await node.get('/get_transaction_pool')).transactions ?? []

const blockId = async (from: Monerod, height: number): Promise<string> =>
  from.call('on_get_block_hash', [height])

/** The refusal of two nodes that differ since block 60, the oldest one that is compared. */
const refused = async () => ({
  code: -4,
  message: expect.stringMatching(
    `and daemon .* disagree: block 60 is ${await blockId(node, 60)} at the first and ` +
      `${await blockId(other, 60)} at the second`,
  ) as string,
  data: 'nodes: disagree',
})

describe('two nodes on different chains', () => {
  test('the proxy serves what both answer', async () => {
    const { nodes } = (await ask(`${proxy.url}${nodeSamplesPath}`)).json()
    const sampleOf = async (from: Monerod, height: number, name: string): Promise<Result> => ({
      name,
      height: BigInt(height),
      top_id: await blockId(from, height - 1),
      settled: [
        { height: 70n, id: await blockId(from, 70) },
        { height: 60n, id: await blockId(from, 60) },
      ],
      fees: (await from.call('get_fee_estimate')).fees,
    })
    expect(nodes).toEqual([
      await sampleOf(node, 85, '1 of the proxy'),
      await sampleOf(other, 81, '2 of the proxy'),
    ])
  })

  test('the service sends nothing, and receives', async () => {
    expect(await call('refresh')).toMatchObject({ result: { received_money: true } })
    const error = await refused()
    expect(await call('transfer', payment)).toMatchObject({ error: { ...error, code: -4n } })
    const sweep = await call('sweep_all', { address: minerAddress })
    expect(sweep).toMatchObject({ error: { ...error, code: -4n } })
    expect(await pool()).toEqual([])
    await node.mine(1)
    expect(await call('refresh')).toMatchObject({ result: { blocks_fetched: 1n } })
  })

  test('a wallet behind the proxy sends nothing', async () => {
    await wallet.sync.refresh()
    const outcome = await dispatch(walletService, 'transfer', payment)
    expect(outcome).toMatchObject({ error: await refused() })
    expect(await pool()).toEqual([])
  })
})

describe('two nodes with the same chain', () => {
  beforeAll(async () => {
    await other.post('/pop_blocks', { nblocks: 80 })
    const { count } = await node.call('get_block_count')
    for (let height = 1n; height < count; height++) {
      const { blob } = await node.call('get_block', { height })
      await other.call('submit_block', [blob])
    }
    expect(await blockId(other, 85)).toBe(await blockId(node, 85))
  })

  test('the service sends again', async () => {
    await poll(async () => {
      await call('refresh')
      const { result, error } = await call('transfer', payment)
      if (error) expect(error).toMatchObject({ data: 'nodes: disagree' })
      return result !== undefined
    })
    expect(await pool()).toHaveLength(1)
  })

  test('a wallet behind the proxy sends again, and an old block is up to date', async () => {
    const agreed: unknown[] = []
    wallet.events.subscribe((event) => event.name === 'comparison' && agreed.push(event))
    await poll(async () => {
      await wallet.sync.refresh()
      return 'result' in (await dispatch(walletService, 'transfer', payment))
    })
    expect(agreed.at(-1)).toEqual({ name: 'comparison', agreedHeight: 86n, uncompared: [] })
    expect(await pool()).toHaveLength(2)
  })

  test('the service sends while a compared node is away', async () => {
    await other.stop()
    await node.mine(1)
    await call('refresh')
    expect(await call('transfer', payment)).toHaveProperty('result')
    expect(await pool()).toHaveLength(1)
  })
})
