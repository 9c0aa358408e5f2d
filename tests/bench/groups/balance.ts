/**
 * Response time of `get_balance` during a refresh, and without one.
 *
 * @module
 */
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { FindFile } from '../../../proxy/page.ts'
import { chainNode } from '../chain/node.ts'
import { keptChain } from '../chain/kept.ts'
import type { Group } from '../group.ts'
import { withCores } from '../programs/scanners.ts'
import { balanceWhileRefreshing, timersMeanwhile } from '../programs/inside.ts'
import { pause } from '../../support/programs/process.ts'
import { atMost, row, type Row } from '../row.ts'
import { pageFiles, startServer } from '../server.ts'
import { median, quantile } from '../statistics.ts'
import { inTurns, openWallets, type Wallets } from '../wallets.ts'

/** Pause between two calls, long enough not to slow the refresh down. */
const everyMs = 20

/** A worker of the page that makes the calls. */
const asking = {
  path: '/asking.js',
  code: `setInterval(() => postMessage(performance.timeOrigin + performance.now()), ${everyMs})`,
}

const withAsking =
  (find: FindFile): FindFile =>
  async (path) =>
    `/${path}` === asking.path ? { bytes: utf8ToBytes(asking.code) } : find(path)

export const balance: Group = {
  name: 'balance',
  summary: 'get_balance while a refresh runs',
  async measure({ size }) {
    const server = await startServer(
      chainNode(await keptChain(size.chain)),
      withAsking(withCores(pageFiles(), 1)),
    )
    const wallets = await openWallets(server)
    try {
      return await measured(wallets, size.calls)
    } finally {
      await wallets.close()
      await server.close()
    }
  },
}

async function measured(wallets: Wallets, calls: number): Promise<Row[]> {
  const { worker, page } = wallets.chromium
  const timers = page.evaluate(timersMeanwhile, everyMs)
  const ours = await worker.evaluate(balanceWhileRefreshing, asking.path)
  await page.evaluate(() => void Object.assign(globalThis, { stopTimers: true }))
  const native = await nativeWhileRefreshing(wallets)
  const rest = await inTurns(wallets, calls, ({ time }) =>
    time('get_balance', { account_index: 0 }),
  )
  const { sinceAsked, sinceBegun } = ours
  const during = `balance/get_balance while a refresh runs, ${sinceAsked.length} calls, Chromium`
  const common = { unit: 'ms', reference: native }
  return [
    row({
      ...common,
      name: `${during}, 99th percentile`,
      value: quantile(sinceAsked, 0.99),
      goal: atMost(5, 'ms'),
    }),
    row({ ...common, name: `${during}, median`, value: median(sinceAsked) }),
    row({
      ...common,
      name: `${during}, 99th percentile from when the engine began`,
      value: quantile(sinceBegun, 0.99),
    }),
    row({
      name: 'balance/a timer of the page meanwhile, 99th percentile, Chromium',
      unit: 'ms',
      value: quantile(await timers, 0.99),
    }),
    row({
      name: 'balance/get_balance at rest, Chromium',
      unit: 'ms',
      value: rest('Chromium'),
      reference: rest('monero-wallet-rpc'),
      goal: atMost(1, 'ms'),
    }),
  ]
}

/** A call during a refresh. monero-wallet-rpc responds after the refresh. */
async function nativeWhileRefreshing({ native }: Wallets): Promise<number | null> {
  if (!native) return null
  const refresh = native.call('refresh')
  await pause(everyMs)
  const took = await native.time('get_balance', { account_index: 0 })
  await refresh
  return took
}
