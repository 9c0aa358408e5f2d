/**
 * One light node and many wallets: each reads a day of blocks, and then stays.
 *
 * @module
 */
import { chunkBlocks, chunkDepth } from '#protocol/feed/chunk.ts'
import { chunkName, heightOf, readIndex } from '#protocol/feed/feed-index.ts'
import { ask } from '../../support/network/http-client.ts'
import { pause, startProgram } from '../../support/programs/process.ts'
import { built } from '../../support/programs/proxy.ts'
import { startRegtest, type Regtest } from '../../support/programs/regtest-node.ts'
import { freePort } from '../../support/network/free-port.ts'
import { temporaryFolder } from '../../support/storage/temporary-folder.ts'
import { mineFilled } from '../chain/filled-block.ts'
import type { Bench, Group } from '../group.ts'
import { residentBytes } from '../processes.ts'
import { startLightWallets, type MissingDay } from '../programs/light-wallets.ts'
import { atMost, ratioAtMost, row, type Row } from '../row.ts'
import { quantile } from '../statistics.ts'

/** Of a run with few wallets, beside which upstream requests are shown. */
const few = 10

/** Between two blocks: more often than on mainnet. */
const blockMs = 10_000

/** A tip that a wallet did not receive before the end. */
const lostMs = 60_000

export const light: Group = {
  name: 'light',
  summary: 'a light node with 1000 wallets: times of tips, memory, requests to its upstream',
  async measure(bench) {
    const upstream = await startRegtest()
    try {
      for (let height = 1; height < chunkBlocks + chunkDepth; height++)
        await mineFilled(upstream, bench.size.lightBlockBytes)
      const alone = await measured(bench, upstream, few)
      const many = await measured(bench, upstream, bench.size.lightWallets)
      return rowsOf(bench.size.lightWallets, alone, many)
    } finally {
      await upstream.stop()
    }
  },
}

type Measured = { delaysMs: number[]; peakBytes: number; requests: number; failed: number }

async function measured({ size, log }: Bench, upstream: Regtest, count: number): Promise<Measured> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const flags = [
    ...`--light --rpc-bind-port ${port} --upstream ${upstream.url}`.split(' '),
    `--data-dir=${temporaryFolder('light-bench')}`,
    '--rpc-max-connections-per-private-ip=10000',
  ]
  const program = await startProgram(process.execPath, [built('nightjar-node'), ...flags], {
    ready: /chunk_written/,
  })
  try {
    const day = await dayOf(url, upstream)
    const beginSeconds = size.lightSeconds / 20
    const wallets = await startLightWallets(url, count, beginSeconds, day)
    try {
      const endMs = performance.now() + 60_000 + 1000 * beginSeconds
      while (wallets.following() < count && performance.now() < endMs) await pause(500)
      const sentMs = new Map<number, number>()
      const stayUntilMs = performance.now() + 1000 * size.lightSeconds
      while (performance.now() < stayUntilMs) {
        const sent = Date.now()
        sentMs.set(await mineFilled(upstream, size.lightBlockBytes), sent)
        await pause(blockMs)
      }
      const requests = await upstreamRequests(url)
      const arrivals = wallets.arrivals()
      const delaysMs = [...sentMs].flatMap(([height, sent]) => {
        const received = arrivals.get(height) ?? []
        const lost = new Array<number>(count - Math.min(count, received.length)).fill(lostMs)
        return [...received.map((at) => at - sent), ...lost]
      })
      const failed = wallets.failed()
      log(`${count} wallets: ${wallets.following()} follow, ${failed} requests failed`)
      return { delaysMs, peakBytes: residentBytes(program.pid).peak, requests, failed }
    } finally {
      await wallets.stop()
    }
  } finally {
    await program.stop()
  }
}

/** The files and ids of a wallet that misses all blocks of the feed. */
async function dayOf(url: string, upstream: Regtest): Promise<MissingDay> {
  const index = readIndex((await ask(`${url}/feed/v1/index.json`)).text())
  const files = index.chunks.map(({ complete }, at) =>
    chunkName('complete', heightOf(index, at), complete),
  )
  const idAt = async (height: number): Promise<string> => {
    const { block_header } = await upstream.call('get_block_header_by_height', { height })
    return block_header.hash
  }
  const last = heightOf(index, index.chunks.length) - 1
  return { files, lastId: await idAt(last), genesisId: await idAt(0) }
}

/** Requests of the light node to its upstream so far. */
async function upstreamRequests(url: string): Promise<number> {
  const text = (await ask(`${url}/metrics`)).text()
  const counts = text.matchAll(/^nightjar_upstream_requests_total\{.*\} (\d+)/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}

function rowsOf(count: number, alone: Measured, many: Measured): Row[] {
  const label = (figure: string) => `light/${count} wallets: ${figure}`
  return [
    row({
      name: label('new block until a wallet has its event, 99th percentile'),
      unit: 's',
      value: quantile(many.delaysMs, 0.99) / 1000,
      reference: quantile(alone.delaysMs, 0.99) / 1000,
      goal: atMost(2, 's'),
    }),
    row({
      name: label('memory of the light node at its peak'),
      unit: 'MB',
      value: many.peakBytes / 1e6,
      reference: alone.peakBytes / 1e6,
      goal: atMost(400, 'MB'),
    }),
    row({
      name: label('requests to its upstream'),
      unit: 'requests',
      value: many.requests,
      reference: alone.requests,
      goal: ratioAtMost(1.2, `with ${few} wallets`),
    }),
    row({
      name: label('requests that failed'),
      unit: 'requests',
      value: many.failed,
      goal: atMost(0, 'requests'),
    }),
  ]
}
